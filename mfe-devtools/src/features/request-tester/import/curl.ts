import { err, ok, type Result } from '@patchwork/domain';
import { type Body, readBody, readFile, urlEncoded } from './curl-body.ts';
import {
  isAddress,
  isSet,
  lastOf,
  readTransfers,
  type Transfer,
  valuesOf,
} from './curl-transfers.ts';
import { expandUrl, withScheme } from './curl-url.ts';
import { percentEncoded, withQuery } from './encoding.ts';
import { basicAuthorization, type FoundRequest, type Header, hasHeader } from './imported.ts';
import type { Command } from './shell.ts';

function readAuthorization(transfer: Transfer): Header[] {
  const bearer = lastOf(transfer, 'oauth2-bearer');
  if (bearer !== undefined) return [['Authorization', `Bearer ${bearer}`]];
  const other = ['digest', 'ntlm', 'negotiate', 'anyauth', 'aws-sigv4'].find((name) =>
    isSet(transfer, name),
  );
  if (other) transfer.notes.push(`--${other}: a browser can’t log in this way`);
  const user = lastOf(transfer, 'user');
  if (user === undefined) return [];
  if (other) {
    transfer.notes.push('--user: goes with that option only');
    return [];
  }
  if (!user.includes(':'))
    transfer.notes.push('--user: curl asks for the password, which is empty here');
  return [basicAuthorization(user.includes(':') ? user : `${user}:`)];
}

/** Reads headers: 'Name: value', 'Name;' for an empty one, 'Name:' to remove one of curl's own, '@file'. */
function readHeaders(transfer: Transfer) {
  const removed = new Set<string>();
  const headers = valuesOf(transfer, 'header').flatMap((text): Header[] => {
    if (text.startsWith('@')) {
      readFile(transfer, '--header', text.slice(1));
      return [];
    }
    const [, name = '', mark = '', value = ''] = /^([^:;]*)([:;]?)(.*)$/s.exec(text) ?? [];
    if (mark === ':' && value.trim() === '') {
      removed.add(name.trim().toLowerCase());
      return [];
    }
    if (mark === '') transfer.notes.push(`--header ${text}: without a colon, curl sends no header`);
    return mark === '' ? [] : [[name.trim(), value.trim()]];
  });
  for (const name of ['accept', 'user-agent', 'content-type']) {
    if (removed.has(name)) transfer.notes.push(`--header ${name}: the browser always sends one`);
  }
  return { headers, removed };
}

function allHeaders(transfer: Transfer, type: string | undefined): readonly Header[] {
  const { headers, removed } = readHeaders(transfer);
  const own: Header[] = [];
  const add = (name: string, value: string | undefined): void => {
    const key = name.toLowerCase();
    if (value !== undefined && !removed.has(key) && !hasHeader(headers, key))
      own.push([name, value]);
  };
  add('Content-Type', type);
  if (isSet(transfer, 'json')) add('Accept', 'application/json');
  add('User-Agent', lastOf(transfer, 'user-agent') || undefined);
  add('Referer', lastOf(transfer, 'referer')?.replace(/;auto$/, '') || undefined);
  const range = lastOf(transfer, 'range');
  add('Range', range && `bytes=${range}`);
  for (const [name, value] of readAuthorization(transfer)) add(name, value);
  // curl adds the boundary to a form's own type.
  return [...headers, ...own].map(([name, value]) =>
    /^content-type$/i.test(name) && type?.startsWith('multipart/') && !/boundary=/i.test(value)
      ? [name, value + type.slice(type.indexOf(';'))]
      : [name, value],
  );
}

/** Returns the addresses as typed, and names the words that are none. An address with a scheme wins. */
function readUrls({ urls, notes }: Transfer): readonly string[] {
  const words = urls.map((word) => word.trim()).filter((word) => word !== '');
  const isSure = words.some((word) => word.includes('://'));
  return words.filter((word) => {
    const isFile = word.startsWith('@');
    const isUrl = !isFile && (!isSure || isAddress(word));
    if (!isUrl) notes.push(`${word}: no address`);
    return isUrl;
  });
}

function nameLost(transfer: Transfer, body: Body | undefined): void {
  const { notes } = transfer;
  const cookies = valuesOf(transfer, 'cookie');
  if (cookies.length > 0) {
    const isFile = cookies.some((cookie) => !cookie.includes('='));
    notes.push(`--cookie${isFile ? ` ${cookies[0]}` : ''} (-b): the browser sends its own cookies`);
  }
  for (const file of valuesOf(transfer, 'upload-file')) {
    if (body === undefined)
      notes.push(
        `-T ${file} (--upload-file): the file can’t be read here; paste its text as the body`,
      );
  }
}

function methodOf(transfer: Transfer, hasBody: boolean): string {
  const typed = lastOf(transfer, 'request');
  if (typed !== undefined) return typed;
  if (isSet(transfer, 'head')) return 'HEAD';
  if (valuesOf(transfer, 'upload-file').length > 0) return 'PUT';
  return hasBody && !isSet(transfer, 'get') ? 'POST' : 'GET';
}

/** Appends an uploaded file's name to the address of a folder. */
function withFile(address: string, file: string | undefined): string {
  const isFolder = /^[a-z]+:\/\/(?:[^/]+|.*\/)$/i.test(address);
  if (file === undefined || file === '-' || file === '.' || !isFolder) return address;
  return `${address.replace(/\/?$/, '/')}${percentEncoded(file.split(/[/\\]/).at(-1) ?? '')}`;
}

function addressesOf(transfer: Transfer, query: string): Result<readonly string[], string> {
  const words = readUrls(transfer);
  if (words.length === 0) return err('This command has no address.');
  const [file] = valuesOf(transfer, 'upload-file');
  const addresses: string[] = [];
  for (const word of words) {
    const urls = isSet(transfer, 'globoff') ? ok([word]) : expandUrl(word);
    if (!urls.ok) return urls;
    for (const url of urls.value) {
      const whole = withScheme(url, lastOf(transfer, 'proto-default'));
      addresses.push(withQuery(withFile(whole, file), query));
    }
  }
  return ok(addresses);
}

function build(transfer: Transfer): Result<readonly FoundRequest[], string> {
  const isUpload = valuesOf(transfer, 'upload-file')[0] === '-' && transfer.stdin !== undefined;
  const body = readBody(transfer) ?? (isUpload ? { text: transfer.stdin ?? '' } : undefined);
  nameLost(transfer, body);
  const isQuery = isSet(transfer, 'get');
  const queries = valuesOf(transfer, 'url-query').map((text) =>
    text.startsWith('+') ? text.slice(1) : urlEncoded(transfer, '--url-query', text),
  );
  const query = [...queries, isQuery ? (body?.text ?? '') : ''].filter(Boolean).join('&');
  const addresses = addressesOf(transfer, query);
  if (!addresses.ok) return addresses;
  const request = {
    method: methodOf(transfer, body !== undefined),
    headers: allHeaders(transfer, isQuery ? undefined : body?.type),
    body: isQuery ? '' : (body?.text ?? ''),
    notes: transfer.notes,
  };
  return ok(addresses.value.map((address) => ({ ...request, address })));
}

/**
 * Reads the requests of a curl command, without its name. Errors are in the place of the transfers. Written by hand:
 * curlconverter 4.12 needs 1.5 MB of WebAssembly, takes one address of several, names nothing that it drops, refuses
 * a && b, curl.exe and prompts, and breaks the bytes of $'\xc3\xa9'.
 */
export function readCurl(command: Command): readonly Result<readonly FoundRequest[], string>[] {
  const transfers = readTransfers(command);
  const whole = transfers.filter(
    ({ used, urls }, index) => index === 0 || used.length > 0 || urls.length > 0,
  );
  return whole.map((transfer) => {
    transfer.notes.push(
      ...command.aside.map((text) => `${text}: the shell’s part, which isn’t taken over`),
    );
    return build(transfer);
  });
}
