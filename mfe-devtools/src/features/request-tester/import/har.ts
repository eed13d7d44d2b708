import { err, type Result } from '@patchwork/domain';
import { isJsonType } from '../../../request-body.ts';
import { formEncoded, multipart, withQuery } from './encoding.ts';
import {
  type Header,
  hasHeader,
  type Imported,
  type ImportedRequest,
  isDropped,
  type LeftOut,
  listed,
  type Progress,
  toImported,
  toRequest,
} from './imported.ts';

/** Unvalidated part of a recording. Browsers and tools write null for what they don't know. */
type Loose = Readonly<Record<string, unknown>>;

const partOf = (value: unknown): Loose => Object(value ?? {});
const listOf = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.map(partOf) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const pairsOf = (value: unknown): Header[] =>
  listOf(value).flatMap(({ name, value: text }): Header[] =>
    typeof name === 'string' && name !== '' ? [[name, String(text ?? '')]] : [],
  );

/** Decodes base64 as UTF-8; undefined for other bytes. */
function decoded(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface Body {
  readonly text: string;
  readonly type: string;
  readonly notes: readonly string[];
}

/** Reads the body of a request: its text, or else the fields of a form. */
function readBody(data: Loose): Body {
  const type = textOf(data.mimeType);
  const text = textOf(data.text);
  const params = listOf(data.params);
  if (text !== '' || params.length === 0) {
    if (data.encoding !== 'base64') return { text, type, notes: [] };
    const plain = decoded(text);
    return {
      text: plain ?? '',
      type,
      notes: plain === undefined ? ['its body is binary, and left out'] : [],
    };
  }
  if (!/^multipart\//i.test(type)) {
    const formType = type === '' ? 'application/x-www-form-urlencoded' : type;
    return { text: formEncoded(pairsOf(params)), type: formType, notes: [] };
  }
  const files = params.filter(
    ({ fileName, value }) => textOf(fileName) !== '' && textOf(value) === '',
  );
  const parts = params
    .filter((param) => !files.includes(param))
    .map(({ name, value, fileName, contentType }) => ({
      name: String(name ?? ''),
      value: String(value ?? ''),
      type: textOf(contentType) || undefined,
      fileName: textOf(fileName) || undefined,
    }));
  const form = multipart(parts, type.split(';')[0]?.trim());
  const notes = files.map(
    ({ fileName }) => `the file ${textOf(fileName)} isn’t in the recording, and is left out`,
  );
  return { text: form.body, type: form.type, notes };
}

/** Reads a request. Adds the names of headers that the browser sets itself, of which each request has a dozen. */
function readEntry(
  request: Loose,
  page: string,
  ofBrowser: Set<string>,
): Result<ImportedRequest, string> {
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return err('It has no method or no address.');
  const headers = pairsOf(request.headers).filter(([name]) => {
    if (!isDropped(name)) return true;
    if (!name.startsWith(':')) ofBrowser.add(name.toLowerCase());
    return false;
  });
  const { text, type, notes } = readBody(partOf(request.postData));
  const query = pairsOf(request.queryString)
    .map((pair) => formEncoded([pair]))
    .join('&');
  // By the format, the address has the query; some tools write it into its list only.
  const address = url.includes('?') ? url : withQuery(url, query);
  const isForm = /^multipart\//i.test(type);
  const named =
    isForm && text !== '' && !textOf(partOf(request.postData).text)
      ? headers.filter(([name]) => name.toLowerCase() !== 'content-type')
      : headers;
  const needsType =
    type !== '' && text !== '' && !hasHeader(named, 'content-type') && !isPlainJson(type);
  const all: Header[] = needsType ? [...named, ['Content-Type', type]] : named;
  return toRequest({ method, address, headers: all, body: text, notes }, page);
}

/** Whether the tester sends this type by itself. */
const isPlainJson = (type: string): boolean =>
  isJsonType(type) && /^\s*application\/json\s*$/i.test(type);

/** Names a request in a note, without a long query or data. */
const nameOf = ({ method, url }: Loose): string =>
  `${textOf(method)} ${textOf(url).slice(0, 60)}`.trim();

/** Reads the requests of a recording. */
export function readHar(log: unknown, page: string, progress: Progress): Result<Imported, string> {
  const { entries } = partOf(log);
  if (!Array.isArray(entries)) return err('This HAR file is not valid: log.entries is no list.');
  const requests: ImportedRequest[] = [];
  const leftOut: LeftOut[] = [];
  const ofBrowser = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    progress(index, entries.length);
    const request = partOf(partOf(entry).request);
    const made = readEntry(request, page, ofBrowser);
    if (made.ok) requests.push(made.value);
    else leftOut.push({ request: nameOf(request) || `entry ${index + 1}`, reason: made.error });
  }
  const notes = [`Headers that the browser sets itself are left out: ${listed([...ofBrowser])}.`];
  return toImported(requests, leftOut, ofBrowser.size > 0 ? notes : []);
}
