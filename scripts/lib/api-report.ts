/**
 * Signatures of names and of their members, by path: 'Line.quantity' → ': number'. The path of a function's first
 * parameter ends with '(0)', that of its result with '()'. A signature that begins with '?' is optional.
 */
export type Signatures = ReadonlyMap<string, string>;

/** Signatures of a package, by the name of the module that exports them. */
export type ApiReport = ReadonlyMap<string, Signatures>;

/** Title of the unexported types of the workspace that signatures mention. */
export const MENTIONED = 'Types that these mention';

/** First word of the signature of a type, other than a generic interface. */
export const TYPE = 'type';

/** Whether a name stands for a type rather than a value. */
export const isType = (signature: string): boolean => /^: (?:type|interface) /.test(signature);

const LINE_LENGTH = 120;

/** Breaks a line at spaces. Continued lines are indented. */
function wrap(line: string): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (longer.length > LINE_LENGTH && lines[last] !== '') lines.push(`    ${word}`);
    else lines[last] = longer;
  }
  return lines.join('\n');
}

/** Formats a report as the text that is committed. */
export function formatReport(version: string, report: ApiReport): string {
  const sections = [...report].map(([title, signatures]) => {
    const paths = [...signatures.keys()].sort();
    return [`# ${title}`, '', ...paths.map((path) => wrap(path + signatures.get(path))), ''];
  });
  return [`version ${version}`, '', ...sections.flat()].join('\n');
}

function parseSignatures(lines: readonly string[]): Signatures {
  return new Map(
    lines.flatMap((line) => {
      const [, path, signature] = /^(.+?)(\??: .*)$/.exec(line) ?? [];
      return path && signature ? [[path, signature] as const] : [];
    }),
  );
}

/** Reads what `formatReport` wrote. */
export function parseReport(text: string): { version: string; report: ApiReport } {
  const [head = '', ...sections] = text.replaceAll(/\n {4}/g, ' ').split(/^# /m);
  const report = sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return [title, parseSignatures(lines)] as const;
  });
  return { version: /\S+$/.exec(head.trim())?.[0] ?? '0.0.0', report: new Map(report) };
}
