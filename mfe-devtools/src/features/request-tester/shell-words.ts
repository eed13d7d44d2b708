/** Characters that an escape in $'…' stands for, by its letter. */
const escapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1B', E: '\x1B', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

const escapePattern =
  /\\(?:x(?<hex>[\da-fA-F]{1,2})|(?<octal>[0-7]{1,3})|[uU](?<code>[\da-fA-F]{1,8})|c(?<control>[a-zA-Z])|(?<other>.))/gs;

/** Reads the text in $'…'. Escapes of bytes form characters in UTF-8. */
function readAnsiC(text: string): string {
  const bytes: number[] = [];
  const add = (part: string) => bytes.push(...new TextEncoder().encode(part));
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(escapePattern)) {
    add(text.slice(end, index));
    end = index + found.length;
    const { hex, octal, code, control, other = '' } = groups;
    if (hex) bytes.push(Number.parseInt(hex, 16));
    else if (octal) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (code) add(String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)));
    else if (control) bytes.push(control.charCodeAt(0) & 0x1f);
    else add(Object.hasOwn(escapes, other) ? (escapes[other] ?? '') : other);
  }
  add(text.slice(end));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** Within double quotes, a backslash is special only before these characters; before a line's end it joins lines. */
const readDoubleQuoted = (text: string): string =>
  text.replace(/\\(?:([$`"\\])|\r?\n)/g, (_, special = '') => special);

/**
 * Next part of a command line. An & is an operator only beside a blank or another one: in an address that its author
 * forgot to quote, it joins two parameters.
 */
const part =
  /(?<joint>\\\r?\n)|(?<blank>[ \t\r]+)|(?<redirection>(?:(?<![^\s;|&<>])\d+)?(?:&>>?|>>?|<))(?<copied>&\d)?|(?<end>\n|;|\|[|&]?|&&|&(?=\s|$))|'(?<plain>[^']*)'|\$'(?<ansiC>(?:[^\\']+|\\.)*)'|\$?"(?<double>(?:[^\\"]+|\\.)*)"|\\(?<escaped>.)|(?<text>\d+|[^\s\\'"<>;|&$\d]+|&|\$(?!['"]))/sy;

/**
 * Splits a command line into commands and their words, as a POSIX shell does: without comments, redirections and
 * expansion. A line that begins with an option continues the command before it. Undefined if a quote isn't closed.
 */
export function splitCommands(line: string): string[][] | undefined {
  const commands: string[][] = [[]];
  let word: string | undefined;
  /** Whether the next word is a file that input or output is redirected to. */
  let isTarget = false;
  function endWord(): void {
    const isOption = word?.startsWith('-') && commands.at(-1)?.length === 0;
    if (isOption && commands.length > 1) commands.pop();
    if (word !== undefined && !isTarget) commands.at(-1)?.push(word);
    if (word !== undefined) isTarget = false;
    word = undefined;
  }
  const rest = line.trim();
  part.lastIndex = 0;
  while (part.lastIndex < rest.length) {
    const at = part.lastIndex;
    if (word === undefined && rest[at] === '#') {
      const newline = rest.indexOf('\n', at);
      part.lastIndex = newline < 0 ? rest.length : newline;
      continue;
    }
    const groups = part.exec(rest)?.groups;
    if (!groups) return undefined;
    const { blank, redirection, copied, end, plain, ansiC, double, escaped, text, joint } = groups;
    if (joint !== undefined) continue;
    if (blank !== undefined) endWord();
    else if (redirection !== undefined) {
      endWord();
      isTarget = copied === undefined;
    } else if (end !== undefined) {
      endWord();
      isTarget = false;
      if (commands.at(-1)?.length) commands.push([]);
    } else {
      word ??= '';
      if (ansiC !== undefined) word += readAnsiC(ansiC);
      else if (double !== undefined) word += readDoubleQuoted(double);
      else word += plain ?? escaped ?? text ?? '';
    }
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}
