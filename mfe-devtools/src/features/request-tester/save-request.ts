import { err, ok, type Result } from '@patchwork/domain';
import { parseRequestFile, type RequestFile, shapeOf } from '@patchwork/host/request-files';
import type { Draft } from '../../draft.ts';
import { jsonTokens } from '../../json-text.ts';
import { contentTypeOf, isJsonType, readBody } from '../../request-body.ts';
import { decoded, hideInAddress, hideInBody, hideInHeader, isSecret } from '../../secrets.ts';
import { readEndpoint, usedHeaders } from './request.ts';

export interface SavedRequest {
  /** Name of the file: 'get-api-products-1.json'. */
  readonly name: string;
  readonly file: RequestFile;
  /** Variables that take the place of secrets. */
  readonly variables: readonly string[];
}

/** Response to the same request, from which the expectation is made. */
export interface KnownAnswer {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly value: unknown;
}

/** A variable, perhaps after a scheme: 'Bearer {{token}}'. */
const isVariable = (text: string): boolean => /^(?:[A-Za-z]+ )?\{\{[A-Za-z_]\w*\}\}$/.test(text);

/** Names variables after what they stand for: '{{xApiKey}}', then '{{xApiKey2}}'. */
function createVariables() {
  const names: string[] = [];
  function variable(field: string): string {
    const [first = 'secret', ...others] = field.match(/[A-Za-z\d]+/g) ?? [];
    const rest = others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
    const name = `${first.slice(0, 1).toLowerCase()}${first.slice(1)}${rest.join('')}`;
    const safe = name.replace(/^\d/, '_$&');
    let free = safe;
    for (let count = 2; names.includes(free); count += 1) free = `${safe}${count}`;
    names.push(free);
    return `{{${free}}}`;
  }
  return { names, variable };
}

type Name = (field: string) => string;

/** Writes variables where the secrets of parameters were emptied; keeps variables that were there. */
function fillEmptied(original: string, hidden: string, pattern: RegExp, variable: Name): string {
  const secrets = [...original.matchAll(pattern)].filter(([, , name = '']) =>
    isSecret(decoded(name)),
  );
  let index = 0;
  return hidden.replace(pattern, (all, mark: string, name: string, value: string) => {
    if (!isSecret(decoded(name))) return all;
    const was = secrets[index]?.[3] ?? '';
    index += 1;
    if (value !== '') return all;
    return `${mark}${name}=${isVariable(was) ? was : variable(decoded(name))}`;
  });
}

/** Address as a file has it: a path of the page's origin, or an absolute address. */
function addressOf(endpoint: string, page: string, variable: Name): Result<string, string> {
  const typed = endpoint.trim().replace(/\s/g, encodeURIComponent);
  const { origin } = new URL(page);
  const own = typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;
  const target = readEndpoint(own, page);
  const isWritten = /^(?:\/(?!\/)|https?:\/\/)/i.test(own);
  if (!target.ok && !isWritten) return target;
  const { url, isOtherOrigin } = target.ok ? target.value : { url: undefined };
  const resolved = url && (isOtherOrigin ? url.href : url.pathname + url.search);
  const address = isWritten ? own : (resolved ?? own);
  const parameter = /([?&#;])([^=&#?;]+)=([^&#;?/]*)/g;
  return ok(fillEmptied(address, hideInAddress(address), parameter, variable));
}

function headerOf(name: string, value: string, variable: Name): string {
  if (!isSecret(name)) return hideInHeader(name, value);
  if (value === '' || isVariable(value)) return value;
  const scheme = /^(?:Basic|Bearer|Digest|Token)\s+/i.exec(value)?.[0] ?? '';
  return scheme + variable(name);
}

/** Copies a JSON value with variables in place of its secret members. */
function hideMembers(value: unknown, variable: Name): unknown {
  if (Array.isArray(value)) return value.map((entry) => hideMembers(entry, variable));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isEmpty = member === '' || member === null || typeof member === 'boolean';
    if (!isSecret(name)) return [name, hideMembers(member, variable)];
    if (isEmpty || (typeof member === 'string' && isVariable(member))) return [name, member];
    return [name, variable(name)];
  });
  return Object.fromEntries(members);
}

/** Returns the body; undefined if none is sent. The error names a number that a file would change. */
function bodyOf({ method, headers, body }: Draft, variable: Name): Result<unknown, string> {
  if (method === 'GET' || body.trim() === '' || !readBody(body, headers).ok) return ok(undefined);
  const type = contentTypeOf(headers)?.trim();
  if (type === undefined || type === '' || isJsonType(type)) {
    const changed = [...jsonTokens(body)].find(
      ({ token }) => /^[-\d]/.test(token) && Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER,
    );
    if (changed) return err(`A file can’t hold the number ${changed.token}: write it as a text.`);
    return ok(hideMembers(JSON.parse(body), variable));
  }
  const hidden = hideInBody(body, type);
  if (/^multipart\//i.test(type)) return ok(hidden.replace(/\r?\n/g, '\r\n'));
  if (!/^application\/x-www-form-urlencoded/i.test(type)) return ok(hidden);
  return ok(fillEmptied(body, hidden, /(^|&)([^=&]+)=([^&]*)/g, variable));
}

const nameOf = ({ method, address }: RequestFile): string => {
  const [path = ''] = address.replace(/^https?:\/\//, '').split(/[?#]/);
  const words = `${method} ${path}`.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return `${words.join('-').slice(0, 80)}.json`;
};

/**
 * Makes a file of the tester's request. What is named as a secret is never in it: a variable takes its place. The error
 * is a sentence. `page` is the tester's address, from which relative addresses count.
 */
export function saveRequest(
  draft: Draft,
  page: string,
  answer?: KnownAnswer,
): Result<SavedRequest, string> {
  const { names, variable } = createVariables();
  const headers = Object.entries(usedHeaders(draft.headers)).map(([name, value]) => [
    name,
    headerOf(name, value, variable),
  ]);
  const address = addressOf(draft.endpoint, page, variable);
  if (!address.ok) return address;
  const body = bodyOf(draft, variable);
  if (!body.ok) return body;
  const shape = answer?.value === undefined ? {} : { shape: shapeOf(answer.value) };
  const written = {
    ...{ method: draft.method, address: address.value, headers: Object.fromEntries(headers) },
    ...(body.value !== undefined && { body: body.value }),
    expect: { status: answer?.status ?? 200, ...shape },
  };
  const file = parseRequestFile(JSON.stringify(written));
  if (!file.ok) return err(`It can’t be saved: ${file.error.join('; ')}.`);
  return ok({ name: nameOf(file.value), file: file.value, variables: names });
}
