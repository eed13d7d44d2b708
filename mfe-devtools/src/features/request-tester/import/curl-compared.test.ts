// @vitest-environment happy-dom

import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { toWire } from '../request.ts';
import { draftsOf } from './testing.ts';

const run = promisify(execFile);

/** Options and address of commands that the tester can represent. URL stands for the server's address. */
const commands = [
  'curl URL/a',
  'curl -s URL/a?x=1\\&y=2 | cat',
  'curl URL/a URL/b',
  'curl -XDELETE URL/a; curl URL/b && curl -X PUT -d x URL/c',
  `curl URL/a -d '{"n":4634343214213523454, "p":1.00}'`,
  'curl URL/a -d a=1 -d b=2 --data-raw @c --data-urlencode "d=x y&z" --data-urlencode =e=f',
  `curl URL/a --data-raw $'caf\\xc3\\xa9 \\u20ac\\n'`,
  `curl URL/a --json '{"a":' --json 1}`,
  'curl URL/a --json 1 -H "content-type: application/x+json"',
  'curl -G URL/a?x=1 -d q=1 --data-urlencode "p=linen shirt"',
  'curl URL/a --url-query q=x --url-query "+r=%20" --url-query "=s t"',
  'curl URL/a --url-query q=x -d y',
  'curl -u asha:secret URL/a',
  'curl --oauth2-bearer a.b.c URL/a',
  'curl -H "X-A: 1" -H "X-B;" -H "Accept: text/html" URL/a',
  'curl -r 0-9 URL/a',
  `curl URL/a -F a=1 -F 'b={"x":"y z"};type=application/json' --form-string 'c=@d;e' -F 'f="g;h"'`,
  `curl URL/a -d @- <<'EOF'\n{"a":\n"$b"}\nEOF`,
  `X=1; curl URL/$X -d "\${X}2" -H "X-A: \${Y:-z}"`,
  `curl URL/a --data-binary @- <<< '{"a": 1}'`,
  'echo "a b" | curl URL/a -d @-',
  'curl "URL/{x,y}/[1-3]" -s',
  'curl "URL/[08-10:2]"',
  'curl -g "URL/[x]"',
  'curl URL/a --next -d y URL/b --next -X PATCH URL/c -d z',
  'curl -T - URL/a <<< x -H Content-Type:text/plain',
  `curl -sS -XPOST URL/a -d 'it'"'"'s' -A agent`,
  'curl \\\n  -H "X-A: 1" \\\n  URL/a # the end',
  'curl -- URL/a',
  'curl -sfd x URL/a -H Content-Type:text/csv',
] as const;

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Headers that say what a command asks for. */
const compared = ['content-type', 'authorization', 'range', 'x-a', 'x-b', 'user-agent'];

/** Replaces the boundary of a form, which curl invents. */
function withoutBoundary(text: string, type: unknown): string {
  const [, boundary] = /boundary=(\S+)/.exec(String(type)) ?? [];
  return boundary ? text.replaceAll(boundary, 'B') : text;
}

/** Writes blanks of a query or form in one of the two ways, because versions of curl differ. */
const withOneBlank = (text: string): string => text.replaceAll('+', '%20');

async function listen() {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const type = headers['content-type'];
      const body = withOneBlank(withoutBoundary(Buffer.concat(chunks).toString(), type));
      const entries = compared.map((name) => [name, headers[name]] as const);
      const kept = entries.filter(
        ([, value]) => value !== undefined && !/^curl\//.test(`${value}`),
      );
      const own = kept.map(([name, value]) => [name, withoutBoundary(String(value), type)]);
      seen.push({ method, url: url && withOneBlank(url), body, headers: Object.fromEntries(own) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const hasCurl = await run('bash', ['-c', 'curl --version']).then(
  ({ stdout }) => Number(/^curl (\d+\.\d+)/.exec(stdout)?.[1]?.replace('.', '')) >= 787,
  () => false,
);

test.runIf(process.env.ALL_TESTS === 'true' && hasCurl).each(commands)(
  'the request of %j is what curl sends',
  async (command) => {
    const { seen, url, close } = await listen();
    try {
      const text = command.replaceAll('URL', url);
      await run('bash', ['-c', text]);
      const read = draftsOf(text).map((draft) => {
        const { method, url: address, headers, body } = toWire(draft, new URL(draft.endpoint));
        const { pathname, search } = new URL(address);
        const type = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1];
        const own = Object.entries(headers).map(
          ([name, value]) => [name.toLowerCase(), withoutBoundary(value, type)] as const,
        );
        return {
          method,
          url: withOneBlank(pathname + search),
          body: withOneBlank(withoutBoundary(body ?? '', type)),
          headers: Object.fromEntries(own.filter(([name]) => compared.includes(name))),
        };
      });
      expect(read).toEqual(seen);
    } finally {
      close();
    }
  },
);
