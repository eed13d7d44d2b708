import { err, ok, type Result } from '@patchwork/domain';
import { readCurl } from './curl.ts';
import {
  type FoundRequest,
  type Imported,
  type ImportedRequest,
  type LeftOut,
  summarize,
  toImported,
  toRequest,
} from './imported.ts';
import { isPowerShell, readPowerShell } from './powershell.ts';
import { isCurlName, splitCommands } from './shell.ts';
import { isWindowsCommand, splitWindowsCommands } from './windows-command.ts';

/** Prompt of a shell before a command, as documentation shows it. */
const prompt =
  /^[ \t]*(?:PS [A-Z]:\\[^>\n]*>|[A-Z]:\\[^>\n]*>|[\w.-]+@[\w.-]+:[^\n$#]*[$#]|[$%❯➜>](?=[ \t]))[ \t]*/;

const mentionsCurl = /(?:^|[\s;&|({`$/\\>])curl(?:\.exe)?(?=[\s^]|$)/i;

/** Whether a text holds commands that send requests, and is no document that mentions one. */
export const isCommands = (text: string): boolean =>
  !/^[{[<]|^(?:%YAML|---)/.test(text) &&
  !/^["']?(?:openapi|swagger)["']?:/m.test(text) &&
  (mentionsCurl.test(text) || isPowerShell(text));

/** Removes what surrounds commands in documentation: fences of Markdown and the prompts of shells. */
const withoutSurroundings = (text: string): string =>
  text
    .replace(/^[^\S\n]*```.*$/gm, '')
    // A response that is kept in a variable.
    .replace(/^[^\S\n]*(?:export[^\S\n]+)?\w+="?\$\(\s*(curl\s.*?)\)"?[^\S\n]*$/gms, '$1')
    .split('\n')
    .map((line) =>
      mentionsCurl.test(line) || isPowerShell(line) ? line.replace(prompt, '') : line,
    )
    .join('\n')
    .trim();

/** Makes curl.exe's arguments in PowerShell those of a shell: `" is \", and a backtick joins lines. */
const asShell = (text: string): string =>
  text.replaceAll('`"', '\\"').replace(/`[ \t]*\r?\n/g, '\\\n');

/** Programs that run the command after them. */
const isRunner = (word: string): boolean =>
  /^(?:sudo|time|do|then|exec|command|!|\{|\w+=.*)$/.test(word);

function readCurls(
  text: string,
): Result<{ found: readonly Result<readonly FoundRequest[], string>[]; notes: string[] }, string> {
  const isExe = /curl\.exe/i.test(text);
  const split = isWindowsCommand(text)
    ? splitWindowsCommands(text)
    : splitCommands(isExe ? asShell(text) : text);
  if (!split) return err('A quote of this command is not closed.');
  const notes: string[] = [];
  const found = split.commands.flatMap((command) => {
    const at = command.words.findIndex(isCurlName);
    const before = command.words.slice(0, Math.max(at, 0));
    if (at < 0 || !before.every(isRunner)) {
      notes.push(`${command.words[0]}: no curl command, and left out`);
      if (at < 0) return [];
    }
    // PowerShell before version 7.3 needs \" between single quotes.
    const words = command.words
      .slice(at + 1)
      .map((word) => (isExe ? word.replaceAll('\\"', '"') : word));
    const unknown = split.unknown.filter((name) => words.some((word) => word.includes(name)));
    return readCurl({ ...command, words }).map((result) =>
      result.ok
        ? ok(
            result.value.map((request) => ({
              ...request,
              notes: [
                ...request.notes,
                ...unknown.map((name) => `${name}: its value isn’t known here; fill it in`),
              ],
            })),
          )
        : result,
    );
  });
  return ok({ found, notes });
}

/** Reads requests from commands: curl for a POSIX shell, cmd.exe or PowerShell, and PowerShell's own. */
export function readCommands(text: string, page: string): Result<Imported, string> {
  const own = withoutSurroundings(text);
  const isOwn = isPowerShell(own) && !/curl\.exe/i.test(own);
  const read = isOwn
    ? ok({
        found: readPowerShell(own).map((result) => (result.ok ? ok([result.value]) : result)),
        notes: [],
      })
    : readCurls(own);
  if (!read.ok) return read;
  const requests: ImportedRequest[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, result] of read.value.found.entries()) {
    const name = `command ${index + 1}`;
    if (!result.ok) leftOut.push({ request: name, reason: result.error });
    else {
      for (const request of result.value) {
        const made = toRequest({ ...request, notes: [...new Set(request.notes)] }, page);
        if (made.ok) requests.push(made.value);
        else leftOut.push({ request: `${request.method} ${request.address}`, reason: made.error });
      }
    }
  }
  const [first, ...others] = leftOut;
  if (requests.length > 0 || !first) return toImported(requests, leftOut, read.value.notes);
  return err(others.length === 0 ? first.reason : summarize(leftOut).join(' '));
}
