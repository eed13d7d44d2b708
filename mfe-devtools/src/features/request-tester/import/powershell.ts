import { err, ok, type Result } from '@patchwork/domain';
import type { FoundRequest, Header } from './imported.ts';

const names = '(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)';

/** Whether a text is PowerShell that asks a server by itself, without curl. */
export const isPowerShell = (text: string): boolean =>
  new RegExp(String.raw`(?:^|[\n;|(=]|PS [^\n>]*>)[^\S\n]*${names}\s`, 'i').test(text);

/** Part of a command: a text in quotes, a table of headers, a parameter, another word, or the command's end. */
const part =
  /(?<joint>`\r?\n|[^\S\n]+)|@"\r?\n(?<here>.*?)\r?\n"@|@'\r?\n(?<plainHere>.*?)\r?\n'@|@\{(?<table>(?:"(?:[^"`]|`.|"")*"|'(?:[^']|'')*'|[^"'}])*)\}|"(?<double>(?:[^"`]|`.|"")*)"|'(?<single>(?:[^']|'')*)'|(?<end>[\n;|)])|(?<word>[^\s"';|)]+)/sy;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' };

const unescaped = (text: string): string =>
  text.replace(/`(.)|""/gs, (_, escaped?: string) =>
    escaped === undefined ? '"' : (escapes[escaped] ?? escaped),
  );

type Groups = Readonly<Record<string, string | undefined>>;

function textOf({ here, plainHere, double, single, word }: Groups): string | undefined {
  if (double !== undefined) return unescaped(double);
  if (single !== undefined) return single.replaceAll("''", "'");
  if (here !== undefined) return unescaped(here);
  return plainHere ?? word;
}

const entry =
  /(?:"((?:[^"`]|`.|"")*)"|'((?:[^']|'')*)'|([\w-]+))\s*=\s*(?:"((?:[^"`]|`.|"")*)"|'((?:[^']|'')*)'|([^\s;"'}]+))/gs;

const readTable = (table: string): Header[] =>
  [...table.matchAll(entry)].map(([, name, plainName, word, value, plain, bare]) => [
    name === undefined ? (plainName?.replaceAll("''", "'") ?? word ?? '') : unescaped(name),
    value === undefined ? (plain?.replaceAll("''", "'") ?? bare ?? '') : unescaped(value),
  ]);

/** Parameters without a value. */
const switches =
  /^-(?:UseBasicParsing|SkipCertificateCheck|DisableKeepAlive|UseDefaultCredentials|PassThru)$/i;

/** Parameters of a command, by their names in lower case; without a name, an argument is the address. */
interface Parameters {
  readonly found: ReadonlyMap<string, string>;
  readonly headers: readonly Header[];
  /** Place after the command. */
  readonly end: number;
}

/** Reads the parameters of the command that starts at `start`. Undefined if a quote isn't closed. */
function readParameters(text: string, start: number): Parameters | undefined {
  const found = new Map<string, string>();
  let headers: readonly Header[] = [];
  let name = '-uri';
  part.lastIndex = start;
  while (part.lastIndex < text.length) {
    const groups = part.exec(text)?.groups;
    if (!groups) return undefined;
    const { joint, end, table, word } = groups;
    if (end !== undefined) return { found, headers, end: part.lastIndex };
    if (joint !== undefined) continue;
    if (word?.startsWith('-') && !/^-\d/.test(word)) {
      name = word.toLowerCase();
      if (switches.test(word)) found.set(name, '');
      continue;
    }
    if (table !== undefined && name === '-headers') headers = readTable(table);
    else found.set(name, table === undefined ? (textOf(groups) ?? '') : `@{${table}}`);
    name = '-uri';
  }
  return { found, headers, end: text.length };
}

/** Parameters that become a part of the request, or change nothing. */
const used = '-uri -method -headers -contenttype -body -useragent -usebasicparsing'.split(' ');

function toFound({ found, headers }: Parameters): Result<FoundRequest, string> {
  const address = found.get('-uri');
  if (!address) return err('This command has no address.');
  const body = found.get('-body') ?? '';
  const values = [address, body, ...headers.map(([, value]) => value)];
  const variables = values.flatMap((text) => text.match(/\$\{?[A-Za-z_][\w:.]*\}?|^@\{/g) ?? []);
  const others = [...found.keys()].filter((name) => !used.includes(name));
  // A body without a type is sent as a form's.
  const usualType = body === '' ? undefined : 'application/x-www-form-urlencoded';
  const type = found.get('-contenttype') ?? usualType;
  const agent = found.get('-useragent');
  const own: Header[] = [
    // Browsers copy the pseudo-headers of HTTP/2, too.
    ...headers.filter(([name]) => !/^(?:authority|method|path|scheme)$/.test(name)),
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...(agent === undefined ? [] : [['User-Agent', agent] as const]),
  ];
  return ok({
    method: found.get('-method') ?? 'GET',
    address,
    headers: own,
    body,
    notes: [
      ...others.map((name) => `${name}: the tester has nothing like it`),
      ...[...new Set(variables)].map((name) => `${name}: its value isn’t known here; fill it in`),
    ],
  });
}

/** Reads the requests that Invoke-WebRequest and Invoke-RestMethod send, as browsers copy them. */
export function readPowerShell(text: string): readonly Result<FoundRequest, string>[] {
  const command = new RegExp(String.raw`(?<=^|[\s;|(=>])${names}(?=\s)`, 'gi');
  const results: Result<FoundRequest, string>[] = [];
  while (command.exec(text)) {
    const parameters = readParameters(text, command.lastIndex);
    if (!parameters) return [...results, err('A quote of this command is not closed.')];
    results.push(toFound(parameters));
    command.lastIndex = parameters.end;
  }
  return results;
}
