import type { Command, ShellText } from './shell.ts';

/** Whether a text is for cmd.exe: as browsers copy it, with a ^ before quotes or at the ends of lines. */
export const isWindowsCommand = (text: string): boolean => /\^[ \t]*\r?\n|(?:^|\s)\^"/.test(text);

interface Line {
  /** Text for the program, after cmd.exe. */
  text: string;
  /** Pipe or redirection, as typed. */
  aside: string;
}

/** Reads the text as cmd.exe does: ^ stands before a character that isn't special, except between quotes. */
function readLines(text: string): readonly Line[] {
  const lines: Line[] = [{ text: '', aside: '' }];
  let isQuoted = false;
  const source = text.replaceAll('\r\n', '\n');
  for (let at = 0; at < source.length; at++) {
    const line = lines.at(-1) ?? { text: '', aside: '' };
    const character = source[at] ?? '';
    if (character === '^' && !isQuoted) {
      const joint = /^\^[ \t]*\n/.exec(source.slice(at, at + 20));
      at += joint ? joint[0].length : 1;
      line.text += source[at] ?? '';
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    const isEnd = !isQuoted && (character === '\n' || character === '&');
    if (isEnd) lines.push({ text: '', aside: '' });
    else if (!isQuoted && (line.aside !== '' || /[|<>]/.test(character))) line.aside += character;
    else line.text += character;
  }
  return lines;
}

/** Splits a line into words as programs on Windows do: \" is a quote, and so is "" between quotes. */
function readWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (const [found, slashes = '', quotes] of line.matchAll(/(\\*)("+)|[^"\\]+|\\+/g)) {
    if (quotes === undefined) {
      for (const [piece] of found.matchAll(isQuoted ? /.+/gs : /\s+|\S+/g)) {
        if (isQuoted || piece.trim() !== '') word = (word ?? '') + piece;
        else if (word !== undefined) {
          words.push(word);
          word = undefined;
        }
      }
      continue;
    }
    word = (word ?? '') + '\\'.repeat(Math.floor(slashes.length / 2));
    let count = quotes.length;
    if (slashes.length % 2 === 1) {
      word += '"';
      count--;
    }
    for (; count > 0; count--) {
      if (isQuoted && count > 1) {
        word += '"';
        count--;
      } else isQuoted = !isQuoted;
    }
  }
  if (isQuoted) return undefined;
  return word === undefined ? words : [...words, word];
}

/** Splits a text of commands for cmd.exe. Undefined if a quote isn't closed. */
export function splitWindowsCommands(text: string): ShellText | undefined {
  const commands: Command[] = [];
  for (const line of readLines(text)) {
    const words = readWords(line.text);
    if (!words) return undefined;
    const aside = line.aside.trim();
    if (words.length > 0) commands.push({ words, aside: aside === '' ? [] : [aside] });
  }
  const unknown = text.match(/%[A-Z_]{3,}%/gi)?.filter((name) => !/^%[\da-f]{2}/i.test(name)) ?? [];
  return { commands, unknown };
}
