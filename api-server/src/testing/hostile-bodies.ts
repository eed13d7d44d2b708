import type { Endpoint } from '@patchwork/api';
import * as v from 'valibot';

/** A request body as it goes over the wire. */
export interface HostileBody {
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

/** Bodies that are none of any call, whatever its schema says. */
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

/** Written into a valid body in place of each value that it holds. */
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

/** Written into each object of a valid body beside what it holds. */
const extraFields: readonly [title: string, json: string][] = [
  ['__proto__', '"__proto__":{"isAdmin":true}'],
  ['constructor', '"constructor":{"prototype":{"isAdmin":true}}'],
  ['a zero byte as a name', '"\\u0000":1'],
  ['half of a surrogate pair as a name', '"\\ud800":1'],
];

type Path = readonly string[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]));
  return [path, ...inner];
}

/** A value as JSON, with the text `json` at a path. */
function write(value: unknown, path: Path, json: (current: unknown) => string): string {
  const [key, ...rest] = path;
  if (key === undefined) return json(value);
  const parts = Object.entries(Object(value)).map(([name, part]): [string, string] => [
    name,
    name === key ? write(part, rest, json) : JSON.stringify(part),
  ]);
  return Array.isArray(value)
    ? `[${parts.map(([, part]) => part).join(',')}]`
    : `{${parts.map(([name, part]) => `${JSON.stringify(name)}:${part}`).join(',')}}`;
}

const withField = (field: string) => (current: unknown) =>
  `{${[...Object.entries(Object(current)).map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`), field].join(',')}}`;

/** Bodies made of one that is valid, in each of which one thing is odd. Some of them are valid, too. */
function changed(valid: unknown): HostileBody[] {
  return pathsOf(valid).flatMap((path) => {
    const where = path.length === 0 ? 'the body' : path.join('.');
    const replaced = values.map(([title, json]) =>
      body(
        `${title} as ${where}`,
        write(valid, path, () => json),
      ),
    );
    const extended = extraFields.map(([title, field]) =>
      body(`${title} in ${where}`, write(valid, path, withField(field))),
    );
    return [...replaced, ...extended];
  });
}

export const hostileBodies = (valid: unknown): HostileBody[] => [...general, ...changed(valid)];

/** Whether the table's schema refuses a body, as text. */
export function isRefusedByTable({ body: codec }: Endpoint, bytes: Uint8Array): boolean {
  if (codec === undefined) return false;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return !v.is(codec.schema, parsed);
  } catch {
    return true;
  }
}
