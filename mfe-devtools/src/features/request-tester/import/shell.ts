/** Characters that an escape in $'…' stands for, by its letter. */
const escapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1B', E: '\x1B', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

const escapePattern =
  /\\(?:x(?<hex>[\da-fA-F]{1,2})|(?<octal>[0-7]{1,3})|u(?<code>[\da-fA-F]{1,4})|U(?<long>[\da-fA-F]{1,8})|c(?<control>[a-zA-Z])|(?<other>.))/gs;

/** Reads the text in $'…'. Escapes of bytes form characters in UTF-8. */
function readAnsiC(text: string): string {
  const bytes: number[] = [];
  const add = (part: string) => bytes.push(...new TextEncoder().encode(part));
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(escapePattern)) {
    add(text.slice(end, index));
    end = index + found.length;
    const { hex, octal, code, long, control, other = '' } = groups;
    const point = code ?? long;
    if (hex) bytes.push(Number.parseInt(hex, 16));
    else if (octal) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (point) add(String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff)));
    else if (control) bytes.push(control.charCodeAt(0) & 0x1f);
    else if (Object.hasOwn(escapes, other)) add(escapes[other] ?? '');
    else add(/['"?\\]/.test(other) ? other : found);
  }
  add(text.slice(end));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

export interface Command {
  readonly words: string[];
  /** What the shell does beside the command, as typed: '| jq .', '> out.json'. */
  readonly aside: string[];
  /** Text on its standard input; undefined if it isn't known. */
  stdin?: string;
}

export interface ShellText {
  readonly commands: readonly Command[];
  /** Variables and substitutions without a known value, as typed. They stay in the words. */
  readonly unknown: readonly string[];
}

/** What a shell replaces in a word: '$NAME', '${NAME}', '${NAME:-other}', '$(command)' or '`command`'. */
const expansion = String.raw`\$[A-Za-z_]\w*|\$\{[^}]*\}|\$\((?:[^()]|\([^()]*\))*\)|\x60[^\x60]*\x60`;

const inDoubleQuotes = new RegExp(String.raw`\\(?:([$\`"\\])|\r?\n)|(${expansion})`, 'g');

/**
 * Next part of a text of commands. An & is an operator only beside a blank or another one: in an address that its
 * author forgot to quote, it joins two parameters. A backtick at a line's end joins lines in PowerShell.
 */
const part = new RegExp(
  [
    String.raw`(?<joint>[\\\`][ \t]*\r?\n)`,
    String.raw`(?<blank>[^\S\n]+)`,
    String.raw`(?<=(?:^|\s))(?:(?<hereString><<<)|<<(?<strip>-?)[ \t]*(?<quote>['"]?)(?<delimiter>[\w-]+)\k<quote>)`,
    String.raw`(?<redirection>(?:(?<![^\s;|&<>])\d+)?(?:&>>?|>>?\|?|<))(?<copied>&\d|&-)?`,
    String.raw`(?<end>\n|;|\|[|&]?|&&|&(?=\s|$))`,
    "'(?<plain>[^']*)'",
    String.raw`\$'(?<ansiC>[^\\']*(?:\\.[^\\']*)*)'`,
    String.raw`\$?"(?<double>[^\\"]*(?:\\.[^\\"]*)*)"`,
    String.raw`\\(?<escaped>.)`,
    `(?<expanded>${expansion})`,
    String.raw`(?<text>\d+|[^\s\\'"<>;|&$\d\`]+|&|\$(?!['"])|\`)`,
  ].join('|'),
  'sy',
);

type Groups = Readonly<Record<string, string | undefined>>;

const assignment = /^(?:\$(?:env:)?)?([A-Za-z_]\w*)=(.*)$/s;

/** Splits a text into commands, as a POSIX shell does. See splitCommands. */
class Splitter {
  readonly commands: Command[] = [{ words: [], aside: [] }];
  readonly unknown = new Set<string>();
  #word: string | undefined;
  /** Start of a redirection whose file is the next word. */
  #target: number | undefined;
  /** Start of a pipe to the current command. */
  #pipe: { readonly at: number; readonly from: Command } | undefined;
  readonly #variables = new Map<string, string>();
  readonly #here: { delimiter: string; strip: boolean; isPlain: boolean; command: Command }[] = [];
  #isHereString = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get #command(): Command {
    const last = this.commands.at(-1) ?? { words: [], aside: [] };
    return last;
  }

  #expand = (typed: string): string => {
    const [, name = '', other] = /^\$\{?([A-Za-z_]\w*)(?::?-([^}]*))?\}?$/s.exec(typed) ?? [];
    const value = this.#variables.get(name) ?? other;
    if (value === undefined) this.unknown.add(typed);
    return value ?? typed;
  };

  #readDoubleQuoted(text: string): string {
    return text.replace(inDoubleQuotes, (_, special = '', expanded) =>
      expanded === undefined ? special : this.#expand(expanded),
    );
  }

  #endWord(at: number): void {
    const word = this.#word;
    this.#word = undefined;
    if (word === undefined) return;
    if (this.#isHereString) {
      this.#command.stdin = `${word}\n`;
      this.#isHereString = false;
    } else if (this.#target !== undefined) {
      this.#command.aside.push(this.#text.slice(this.#target, at));
      this.#target = undefined;
    } else {
      const isOption = word.startsWith('-') && this.#command.words.length === 0 && !this.#pipe;
      // A line that begins with an option continues the command before it, whose line wasn't joined.
      if (isOption && this.commands.length > 1) this.commands.pop();
      this.#command.words.push(word);
    }
  }

  #assign({ words }: Command): boolean {
    const own = /^(?:export|set|local|declare|readonly)$/.test(words[0] ?? '')
      ? words.slice(1)
      : words;
    // PowerShell and fish allow blanks around '='.
    const joined = own[1] === '=' && own.length === 3 ? [`${own[0]}=${own[2]}`] : own;
    const pairs = joined.map((word) => assignment.exec(word));
    if (pairs.length === 0 || !pairs.every((pair) => pair !== null)) return false;
    for (const [, name = '', value = ''] of pairs) {
      this.#variables.set(name, value);
      this.unknown.delete(`$${name}`);
    }
    return true;
  }

  #endCommand(at: number, operator: string): void {
    this.#endWord(at);
    this.#target = undefined;
    const command = this.#command;
    const isCurl = command.words.some((word) => isCurlName(word));
    if (this.#pipe) {
      const { at: start, from } = this.#pipe;
      from.aside.push(this.#text.slice(start, at).trim());
      const [name, ...rest] = from.words;
      if (isCurl && name === 'echo') command.stdin = `${rest.join(' ')}\n`;
      if (!isCurl) this.commands.pop();
    } else if (this.#assign(command)) this.commands.pop();
    const isPipe = operator.startsWith('|') && operator !== '||';
    const from = this.#pipe && !isCurl ? this.#pipe.from : command;
    this.#pipe = isPipe ? { at, from } : undefined;
    if (this.commands.length === 0 || this.#command.words.length > 0) {
      this.commands.push({ words: [], aside: [] });
    }
  }

  /** Reads the here-documents that begin after a line's end, and returns the place after them. */
  #readHere(start: number): number {
    let at = start;
    for (const { delimiter, strip, isPlain, command } of this.#here.splice(0)) {
      const lines: string[] = [];
      while (at < this.#text.length) {
        const end = (this.#text.indexOf('\n', at) + 1 || this.#text.length + 1) - 1;
        const typed = this.#text.slice(at, end).replace(/\r$/, '');
        const line = strip ? typed.replace(/^\t+/, '') : typed;
        at = Math.min(end + 1, this.#text.length);
        if (line.trim() === delimiter) break;
        lines.push(`${line}\n`);
      }
      const text = lines.join('');
      // Quotes aren't special in a here-document.
      const expandable = new RegExp(String.raw`\\([$\`\\])|(${expansion})`, 'g');
      command.stdin = isPlain
        ? text
        : text.replace(expandable, (_, special = '', expanded) =>
            expanded === undefined ? special : this.#expand(expanded),
          );
    }
    return at;
  }

  #readPart(groups: Groups, at: number): void {
    const { joint, blank, strip, hereString, delimiter, quote, redirection, copied, end } = groups;
    if (joint !== undefined) return;
    if (blank !== undefined) this.#endWord(at);
    else if (hereString !== undefined) {
      this.#endWord(at);
      this.#isHereString = true;
    } else if (delimiter !== undefined) {
      this.#endWord(at);
      const here = { delimiter, strip: strip !== '', isPlain: quote !== '' };
      this.#here.push({ ...here, command: this.#command });
    } else if (redirection !== undefined) {
      this.#endWord(at);
      if (copied === undefined) this.#target = at;
      else this.#command.aside.push(redirection + copied);
    } else if (end !== undefined) this.#endCommand(at, end);
    else this.#word = (this.#word ?? '') + this.#textOf(groups);
  }

  #textOf({ ansiC, double, plain, escaped, expanded, text }: Groups): string {
    if (ansiC !== undefined) return readAnsiC(ansiC);
    if (double !== undefined) return this.#readDoubleQuoted(double);
    if (expanded !== undefined)
      return this.#isAssigned(expanded) ? expanded : this.#expand(expanded);
    return plain ?? escaped ?? text ?? '';
  }

  /** Whether a variable is the target of an assignment of PowerShell: '$name = …'. */
  #isAssigned(typed: string): boolean {
    const isFirst = this.#word === undefined && this.#command.words.length === 0;
    return (
      isFirst && /^\$\w+$/.test(typed) && /^(?::\w+)?\s*=/.test(this.#text.slice(part.lastIndex))
    );
  }

  /** Returns false if a quote isn't closed. */
  split(): boolean {
    part.lastIndex = 0;
    while (part.lastIndex < this.#text.length) {
      const at = part.lastIndex;
      if (this.#word === undefined && this.#text[at] === '#') {
        const newline = this.#text.indexOf('\n', at);
        part.lastIndex = newline < 0 ? this.#text.length : newline;
        continue;
      }
      const groups = part.exec(this.#text)?.groups;
      if (!groups) return false;
      const next = part.lastIndex;
      this.#readPart(groups, at);
      part.lastIndex = groups.end === '\n' ? this.#readHere(next) : next;
    }
    this.#endCommand(this.#text.length, '\n');
    return true;
  }
}

/** Whether a word is the name of the command: 'curl', 'curl.exe', '/usr/bin/curl'. */
export const isCurlName = (word: string): boolean => /^(?:.*[/\\])?curl(?:\.exe)?$/i.test(word);

/**
 * Splits a text into commands and their words, as a POSIX shell does: without comments, with the values of variables
 * that the text itself sets, and with what is piped to another program or redirected aside. Undefined if a quote isn't
 * closed.
 */
export function splitCommands(text: string): ShellText | undefined {
  const splitter = new Splitter(text.trim());
  if (!splitter.split()) return undefined;
  return {
    commands: splitter.commands.filter(({ words }) => words.length > 0),
    unknown: [...splitter.unknown],
  };
}
