import { err, ok, type Result } from '@patchwork/domain';
import type { Draft } from '../../../draft.ts';
import { isBody, methods } from '../../../request-body.ts';
import { isLeftOut } from '../../../request-code.ts';

export interface ImportedRequest {
  readonly draft: Draft;
  /** What the tester could not take over, one sentence or phrase each. */
  readonly notes: readonly string[];
}

export interface Imported {
  readonly requests: readonly ImportedRequest[];
  /** Number of requests that were left out because the tester can't send them. `notes` has the reasons. */
  readonly leftOut: number;
  /** What concerns no single request. */
  readonly notes: readonly string[];
}

/** Called before each request, with its index and the number of requests. */
export type Progress = (index: number, total: number) => void;

export type Header = readonly [name: string, value: string];

export interface FoundRequest {
  readonly method: string;
  readonly address: string;
  readonly headers: readonly Header[];
  readonly body: string;
  readonly notes: readonly string[];
}

/** Request that is left out. `request` names it, such as 'HEAD /items'. */
export interface LeftOut {
  readonly request: string;
  readonly reason: string;
}

const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export const basicAuthorization = (user: string): Header => [
  'Authorization',
  `Basic ${base64(user)}`,
];

export const hasHeader = (headers: readonly Header[], name: string): boolean =>
  headers.some(([header]) => header.toLowerCase() === name);

const dropped = new Map<string, boolean>();

/** Whether the browser drops a header. Remembered, because recordings repeat the same few names thousands of times. */
export function isDropped(name: string): boolean {
  const known = dropped.get(name) ?? (name.startsWith(':') || isLeftOut(name));
  dropped.set(name, known);
  return known;
}

/** Joins values of the same name with commas (RFC 9110, section 5.3), because the tester sends each name once. */
function joined(headers: readonly Header[]): readonly Header[] {
  const found = new Map<string, Header>();
  for (const [name, value] of headers) {
    const before = found.get(name.toLowerCase());
    found.set(name.toLowerCase(), before ? [before[0], `${before[1]}, ${value}`] : [name, value]);
  }
  return [...found.values()];
}

/** Takes the user and password out of an address, because fetch refuses such addresses. */
function withoutUser(address: string, url: URL): { address: string; user?: string } {
  if (url.username === '' && url.password === '') return { address };
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { address: address.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'), user };
}

function endpointOf(address: string, page: string): string {
  const { origin, pathname, search } = new URL(address, page);
  return origin === new URL(page).origin ? pathname + search : address;
}

/** Creates a draft. The error says why the tester can't send the request. `page` is the tester's address. */
export function toRequest(
  { method, address, headers, body, notes }: FoundRequest,
  page: string,
): Result<ImportedRequest, string> {
  if (!URL.canParse(address, page)) return err(`${address} is no address.`);
  const url = new URL(address, page);
  if (!/^https?:$/.test(url.protocol)) {
    return err(`The tester sends to http: and https: only, not to ${url.protocol}`);
  }
  const known = methods.find((name) => name === method.toUpperCase());
  if (!known) return err(`The tester has no method ${method}.`);
  const { address: own, user } = withoutUser(address, url);
  const withUser = user === undefined || hasHeader(headers, 'authorization');
  const all = withUser ? headers : [...headers, basicAuthorization(user)];
  const lost = all.filter(([name]) => !name.startsWith(':') && isDropped(name));
  const kept = joined(all.filter(([name]) => !isDropped(name)));
  const needsType = !hasHeader(kept, 'content-type') && !isBody(body, []);
  const sent = needsType ? [...kept, ['Content-Type', 'text/plain;charset=UTF-8'] as const] : kept;
  const rows = sent.map(([header, value]) => ({ isUsed: true, header, value }));
  const names = [...new Set(lost.map(([name]) => name))].join(', ');
  const problems = [
    ...(names === '' ? [] : [`${names}: the browser sets this itself`]),
    ...(known === 'GET' && body !== '' ? ['a browser sends no body with GET'] : []),
    ...(needsType ? ['a browser sends text without a type as text/plain'] : []),
    ...(isBody(body, rows) ? [] : ['the body is not the JSON that its type says']),
  ];
  const draft = { method: known, endpoint: endpointOf(own, page), headers: rows, body };
  return ok({ draft, notes: [...notes, ...problems] });
}

/** Number of requests that a note names. */
const MAX_NAMED = 3;

/** Lists requests: 'HEAD /a, HEAD /b and 5 more'. */
export function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Groups requests that are left out by their reason: '2 left out: The tester has no method HEAD. HEAD /a, HEAD /b'. */
export function summarize(leftOut: readonly LeftOut[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { request, reason } of leftOut) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), request]);
  }
  return [...byReason].map(
    ([reason, names]) => `${names.length} left out: ${reason} (${listed(names)})`,
  );
}

/** Result of the import of a document. Without any request, it says why; without a reason, it is an error. */
export function toImported(
  requests: readonly ImportedRequest[],
  leftOut: readonly LeftOut[],
  notes: readonly string[] = [],
): Result<Imported, string> {
  const all = [...summarize(leftOut), ...notes];
  if (requests.length === 0 && all.length === 0) return err('It holds no request.');
  return ok({ requests, leftOut: leftOut.length, notes: all });
}
