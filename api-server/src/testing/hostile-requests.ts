import { type Endpoint, endpoints } from '@patchwork/api';
import * as v from 'valibot';

interface HostileBody {
  readonly title: string;
  readonly bytes: Uint8Array;
}

const LARGE = 1_000_000;
const LONG = 100_000;
const DEEP = 10_000;

const body = (title: string, bytes: string | Uint8Array): HostileBody => ({
  title,
  bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
});

/** Bodies that no call accepts, whatever its schema. */
const general: readonly HostileBody[] = [
  body('no body', ''),
  body('white space', ' \n'),
  body('null', 'null'),
  body('a list', '[]'),
  body('a text', '"text"'),
  body('a number', '42'),
  body('half of an object', '{"a":'),
  body('two objects', '{}{}'),
  body('a large object', JSON.stringify({ padding: 'x'.repeat(LARGE) })),
  body('lists in lists', '['.repeat(DEEP) + ']'.repeat(DEEP)),
  body('objects in objects', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`),
  body('bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  body('UTF-16', new Uint8Array(Buffer.from('{"a":1}', 'utf16le'))),
];

/** Values that replace each value of a valid body, one at a time. */
const values: readonly [title: string, json: string][] = [
  ['null', 'null'],
  ['true', 'true'],
  ['a negative number', '-1'],
  ['a number with a fraction', '0.5'],
  ['a number beyond a double', '1e400'],
  ['a number beyond bigint', '99999999999999999999'],
  ['an empty text', '""'],
  ['a list', '[]'],
  ['an object', '{}'],
  ['a list of itself', '[[[[[[]]]]]]'],
  ['a zero byte', '"a\\u0000b"'],
  ['half of a surrogate pair', '"\\ud800"'],
  ['the other half', '"\\udfff"'],
  ['a long text', JSON.stringify('x'.repeat(LONG))],
  ['SQL', `"' or 1=1; drop table shoppers; --"`],
  ['a name of JavaScript', '"__proto__"'],
  ['text that turns', '"\\u202e\\u2066"'],
];

/** Fields that are added to each object of a valid body, one at a time. */
const extraFields: readonly [title: string, json: string][] = [
  ['__proto__', '"__proto__":{"isAdmin":true}'],
  ['constructor', '"constructor":{"prototype":{"isAdmin":true}}'],
  ['a zero byte as a name', '"\\u0000":1'],
  ['half of a surrogate pair as a name', '"\\ud800":1'],
];

/** Placeholder in the JSON of a body, replaced by an invalid value. */
const MARK = 'something odd goes here';

/**
 * Returns the values in a body, starting with the body itself, each with a function that returns the body's JSON with
 * this value replaced.
 */
function placesIn(valid: unknown) {
  const places: { readonly where: string; readonly value: unknown }[] = [];
  JSON.stringify(valid, (key, value) => {
    places.push({ where: key || 'the body', value });
    return value;
  });
  return places.map(({ where, value }, place) => {
    let visited = -1;
    const marked = JSON.stringify(valid, (_key, each) => {
      visited += 1;
      return visited === place ? MARK : each;
    });
    return { where, value, write: (json: string) => marked.replace(`"${MARK}"`, () => json) };
  });
}

const withField = (value: unknown, field: string): string =>
  `{${[JSON.stringify({ ...Object(value) }).slice(1, -1), field].filter(Boolean).join(',')}}`;

/** Returns variants of a valid body with one unusual part each. Some are still valid. */
const changed = (valid: unknown): HostileBody[] =>
  placesIn(valid).flatMap(({ where, value, write }) => [
    ...values.map(([title, json]) => body(`${title} as ${where}`, write(json))),
    ...extraFields.map(([title, field]) =>
      body(`${title} in ${where}`, write(withField(value, field))),
    ),
  ]);

const hostileBodies = (valid: unknown): HostileBody[] => [...general, ...changed(valid)];

function isRefusedByTable({ body: codec }: Endpoint, bytes: Uint8Array): boolean {
  if (codec === undefined) return false;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return !v.is(codec.schema, parsed);
  } catch {
    return true;
  }
}

export interface RawRequest {
  readonly method: string;
  /** Raw path, including malformed percent-encodings. */
  readonly path: string;
  /** Alternating names and values. A name may occur twice. */
  readonly headers?: readonly string[];
  readonly body?: Uint8Array;
}

/** Valid request of a call, from which hostile ones are derived. */
export interface ValidRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string;
  /** Returns the headers that sign a body. A signed body needs a clear answer, but need not be refused. */
  readonly sign?: (body: Uint8Array) => readonly string[];
}

export interface HostileRequest extends RawRequest {
  readonly title: string;
  /**
   * Whether the request must be refused. Any other request may be valid, and then succeeds as the endpoint table
   * specifies.
   */
  readonly isRefused: boolean;
}

/** Unusual path segments and query values, percent-encoded as sent. */
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

/** Returns variants of a call's valid request with one unusual part each. */
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
