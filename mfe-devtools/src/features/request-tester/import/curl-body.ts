import type { Transfer } from './curl-transfers.ts';
import { multipart, type Part, percentEncoded } from './encoding.ts';

/** Returns the text of a file that curl would read: known for the standard input only. */
export function readFile(transfer: Transfer, option: string, file: string): string {
  if (file === '-' && transfer.stdin !== undefined) return transfer.stdin;
  const what = file === '-' ? 'the standard input' : `the file ${file}`;
  transfer.notes.push(
    `${option} ${file === '-' ? '@-' : `@${file}`}: ${what} can’t be read here; paste its text`,
  );
  return '';
}

/** Reads the value of --data-urlencode and --url-query: 'text', '=text', 'name=text', '@file' or 'name@file'. */
export function urlEncoded(transfer: Transfer, option: string, text: string): string {
  const [, name = '', mark, rest = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  if (mark === undefined) return percentEncoded(text);
  const value = mark === '@' ? readFile(transfer, option, rest) : rest;
  return (name === '' ? '' : `${name}=`) + percentEncoded(value);
}

function readData(transfer: Transfer): string | undefined {
  let data: string | undefined;
  for (const { name, value } of transfer.used) {
    if (!/^(?:data(?:-(?:ascii|raw|binary|urlencode))?|json)$/.test(name)) continue;
    const isFile = name !== 'data-raw' && name !== 'data-urlencode' && value.startsWith('@');
    const file = isFile ? readFile(transfer, `--${name}`, value.slice(1)) : value;
    // curl drops line ends of files for --data.
    const read = isFile && !/binary|json/.test(name) ? file.replace(/[\r\n]/g, '') : file;
    const text = name === 'data-urlencode' ? urlEncoded(transfer, '--data-urlencode', value) : read;
    data = data === undefined ? text : data + (name === 'json' ? '' : '&') + text;
  }
  return data;
}

/** Reads a value of --form: 'name=text;type=text/plain', 'name=@file' or 'name=<file'. Undefined for a file. */
function readForm(transfer: Transfer, text: string, isPlain: boolean): Part | undefined {
  const [, name = '', typed = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  if (isPlain) return { name, value: typed };
  const [, value = '', attributes = ''] =
    /^("(?:[^\\"]|\\.)*"|.*?)((?:;\s*(?:type|filename|headers|encoder)=.*)?)$/s.exec(typed) ?? [];
  const attribute = (key: string) =>
    new RegExp(`;\\s*${key}=("[^"]*"|[^;]*)`).exec(attributes)?.[1]?.replaceAll('"', '');
  if (/^\(|^=\)/.test(value)) transfer.notes.push(`--form ${text}: parts in parts aren’t read`);
  const rest = { type: attribute('type'), fileName: attribute('filename') };
  const [mark = ''] = value;
  if (mark === '<' && value === '<-' && transfer.stdin !== undefined) {
    return { name, value: transfer.stdin, ...rest };
  }
  if (mark === '@' || mark === '<') {
    transfer.notes.push(
      `--form ${name}=${value}: the file can’t be read here, and its part is left out`,
    );
    return undefined;
  }
  const isQuoted = /^".*"$/s.test(value);
  return {
    name,
    value: isQuoted ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value,
    ...rest,
  };
}

export interface Body {
  readonly text: string;
  readonly type?: string;
}

export function readBody(transfer: Transfer): Body | undefined {
  const forms = transfer.used.filter(({ name }) => name === 'form' || name === 'form-string');
  if (forms.length > 0) {
    const parts = forms.flatMap(
      ({ name, value }) => readForm(transfer, value, name === 'form-string') ?? [],
    );
    const { type, body } = multipart(parts);
    return { text: body, type };
  }
  const data = readData(transfer);
  if (data === undefined) return undefined;
  const isJson = transfer.used.some(({ name }) => name === 'json');
  return { text: data, type: isJson ? 'application/json' : 'application/x-www-form-urlencoded' };
}
