import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asCurl, asFetch, isLeftOut } from './request-code.ts';

test.each(['Cookie', 'HOST', 'Sec-Fetch-Mode', 'proxy-authorization'])(
  'the browser leaves %s out',
  (name) => {
    expect(isLeftOut(name)).toBe(true);
  },
);

test('a header that a page may set is not left out', () => {
  expect(['Authorization', 'X-Sec', 'User-Agent'].filter(isLeftOut)).toEqual([]);
});

/** Returns the arguments that a shell would pass to curl. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

const request = {
  method: 'POST',
  url: 'http://localhost:3000/api/user/cart?a=[1]&b=$HOME',
  headers: { Accept: '*/*', 'X-Empty': '', Cookie: 'left=out' },
  body: `{"it's":"a \\"quote\\", \`pwd\`, $(pwd)\nand ₹ 2,719"}`,
};

test('a shell passes the request to curl unchanged', () => {
  expect(wordsOf(asCurl(request))).toEqual([
    '--globoff',
    '--request',
    'POST',
    request.url,
    '--header',
    'Accept: */*',
    '--header',
    'X-Empty;',
    '--data-raw',
    request.body,
  ]);
});

test('any body passes the shell unchanged', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(text, (body) => {
      expect(wordsOf(asCurl({ ...request, body })).at(-1)).toBe(body);
    }),
    { numRuns: 50 },
  );
});

test('the code with fetch makes the same request', async () => {
  const AsyncFunction = (async () => {}).constructor as new (
    name: string,
    code: string,
  ) => (fetch: (url: string, options: object) => void) => Promise<void>;
  let made: unknown;
  await new AsyncFunction('fetch', asFetch(request))((url, options) => {
    made = { url, ...options };
  });
  expect(made).toEqual({ ...request, headers: { Accept: '*/*', 'X-Empty': '' } });
});
