import { type Endpoint, endpoints } from '@patchwork/api';
import { hostileBodies, isRefusedByTable } from './hostile-bodies.ts';
import type { RawRequest } from './raw-request.ts';

/** A well-formed request of a call, from which hostile ones are made. */
export interface ValidRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string;
  /** The headers that sign a body. A signed one has to be answered clearly, but need not be refused. */
  readonly sign?: (body: Uint8Array) => readonly string[];
}

export interface HostileRequest extends RawRequest {
  readonly title: string;
  /** It has to be refused; others may be valid after all, and succeed as the table says. */
  readonly isRefused: boolean;
}

/** Path segments and values of a query, as they are sent. */
const segments: readonly [title: string, text: string][] = [
  ['a lone percent sign', '%'],
  ['no hexadecimal', '%zz'],
  ['a zero byte', '%00'],
  ['an overlong encoding', '%c0%ae%c0%ae'],
  ['half of a surrogate pair', '%ed%a0%80'],
  ['a slash', '%2f..%2f..'],
  ['a parent folder', '%2e%2e'],
  ['a line break', '%0d%0aset-cookie:%20a=1'],
  ['SQL', "'%20or%201=1;--"],
  ['a pattern of LIKE', '%25%25_'],
  ['a name of JavaScript', '__proto__'],
  ['another name of JavaScript', 'constructor'],
  ['a long text', 'x'.repeat(8000)],
  ['a long text of other letters', '%e0%a4%95'.repeat(800)],
  ['a large number', '99999999999999999999'],
  ['a negative number', '-1'],
  ['an UUID of zeros', '00000000-0000-0000-0000-000000000000'],
  ['half of an UUID', '00000000-0000-0000'],
];

const methods = ['PUT', 'PATCH', 'POST', 'DELETE', 'GET', 'TRACE', 'PROPFIND'];

const tokens: readonly [title: string, (token: string) => readonly string[]][] = [
  ['a zero byte’s encoding as the token', () => ['authorization', '%00']],
  ['a long token', () => ['authorization', 'x'.repeat(10_000)]],
  ['a token of three empty parts', () => ['authorization', '..']],
  ['the scheme of another API', (token) => ['authorization', `Bearer ${token}`]],
];

const json = ['content-type', 'application/json'];

const encode = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

function pathOf(
  { endpoint, params, query }: ValidRequest,
  segment: (key: string) => string | undefined = () => undefined,
): string {
  const path = endpoint.path.replace(
    /:(\w+)/g,
    (_, key: string) => segment(key) ?? encodeURIComponent(params[key] ?? ''),
  );
  const fields = Object.entries(query).map(
    ([key, value]) => `${key}=${segment(`?${key}`) ?? encodeURIComponent(value)}`,
  );
  return fields.length === 0 ? path : `${path}?${fields.join('&')}`;
}

/** Requests of one call with something odd in each of its parts. */
export function hostileRequests(valid: ValidRequest): HostileRequest[] {
  const { endpoint, sign } = valid;
  const { method } = endpoint;
  const authorization = endpoint.access === 'login' ? ['authorization', valid.token] : [];
  const body = endpoint.body ? { body: encode(valid.body) } : {};
  const headersOf = (sent?: Uint8Array) =>
    sent ? [...authorization, ...json, ...(sign?.(sent) ?? [])] : authorization;
  const headers = headersOf(body.body);
  const path = pathOf(valid);

  const bodies = (endpoint.body ? hostileBodies(valid.body) : []).map(({ title, bytes }) => ({
    title,
    isRefused: sign === undefined && isRefusedByTable(endpoint, bytes),
    ...{ method, path, headers: headersOf(bytes), body: bytes },
  }));

  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
  const keys = [...params, ...Object.keys(valid.query).map((key) => `?${key}`)];
  const paths = keys.flatMap((key) =>
    segments.map(([title, text]) => ({
      title: `${title} as ${key}`,
      isRefused: false,
      ...{ method, headers, ...body },
      path: pathOf(valid, (each) => (each === key ? text : undefined)),
    })),
  );

  const odd = (title: string, added: readonly string[], isRefused = false) => ({
    title,
    isRefused,
    ...{ method, path, headers: [...headers, ...added], ...body },
  });
  const heads = [
    odd('an unknown content type', ['content-type', 'application/x-odd; charset=utf-7']),
    odd('a content encoding that it has not', ['content-encoding', 'gzip']),
    odd('a header twice', ['x-request-id', 'one', 'x-request-id', 'two']),
    odd('a large header', ['x-padding', 'x'.repeat(100_000)], true),
    odd('many headers', Array.from({ length: 5000 }, (_, i) => [`x-${i}`, '1']).flat()),
  ];
  const asOther = (endpoint.access === 'login' ? tokens : []).map(([title, header]) => ({
    title,
    isRefused: true,
    ...{ method, path, headers: [...header(valid.token), ...json], ...body },
  }));
  const otherMethods = methods
    .filter((other) => !isCall(other, endpoint.path))
    .map((other) => ({
      title: `the method ${other}`,
      isRefused: true,
      ...{ method: other, path, headers },
    }));
  return [...bodies, ...paths, ...heads, ...asOther, ...otherMethods];
}

const isCall = (method: string, path: string): boolean =>
  Object.values(endpoints).some((each) => each.method === method && each.path === path);
