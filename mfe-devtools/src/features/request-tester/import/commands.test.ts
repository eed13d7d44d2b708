// @vitest-environment happy-dom

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asCurl } from '../../../request-code.ts';
import { draftsOf, errorOf, namesOf, read, readFirst, row } from './testing.ts';

const form = row('Content-Type', 'application/x-www-form-urlencoded');

test('a command that the tester created is read back unchanged', () => {
  const headers = {
    'X-Mine': `it's "1"`,
    accept: '*/*',
    'x-empty': '',
    'Content-Type': 'application/json',
  };
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('POST', 'PUT', 'PATCH'), (body, method) => {
      const url = 'https://api.example/v1/items?a=1&b=%27';
      const rows = Object.entries(headers).map(([name, value]) => row(name, value));
      expect(draftsOf(asCurl({ method, url, headers, body }))).toEqual([
        { method, endpoint: url, headers: rows, body },
      ]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['curl example.com/x', 'GET http://example.com/x'],
  ['curl --proto-default https example.com', 'GET https://example.com'],
  ['curl --location "https://a.example/x" --compressed', 'GET https://a.example/x'],
  ['curl -sSL -o out.json https://a.example', 'GET https://a.example'],
  ['curl -fsSLkXDELETE https://a.example/1', 'DELETE https://a.example/1'],
  ['curl -G https://a.example?x=1 -d q=coat -d p=2', 'GET https://a.example?x=1&q=coat&p=2'],
  [
    "curl 'https://a.example/#top' --url-query '=a&b' --url-query +c=%20",
    'GET https://a.example/?a%26b&c=%20#top',
  ],
  [`curl "${location.origin}/api/products?size=M"`, 'GET /api/products?size=M'],
  ['curl https://a.example/x?a=1&b=2', 'GET https://a.example/x?a=1&b=2'],
  ['curl -T dir/a.json https://a.example/up/', 'PUT https://a.example/up/a.json'],
  ['curl POST https://a.example', 'GET https://a.example'],
  ['curl --unknown x.y https://a.example', 'GET https://a.example'],
  ['curl --unknown x.y', 'GET http://x.y'],
  ['curl -- https://a.example', 'GET https://a.example'],
  ['curl https://[::1]:3000/x', 'GET https://[::1]:3000/x'],
  ['curl -g "https://a.example/{x}[1-2]"', 'GET https://a.example/{x}[1-2]'],
])('%s asks for %s', (command, name) => {
  expect(namesOf(command)).toEqual([name]);
});

test.each([
  [
    'curl https://a.example/x; curl -X PUT https://a.example/y',
    ['GET https://a.example/x', 'PUT https://a.example/y'],
  ],
  [
    'curl https://a.example/x --next -d y https://a.example/y',
    ['GET https://a.example/x', 'POST https://a.example/y'],
  ],
  [
    'curl --url https://a.example -s --url https://b.example',
    ['GET https://a.example', 'GET https://b.example'],
  ],
  [
    'curl "https://a.example/{x,y}/[08-10]"',
    ['x/08', 'x/09', 'x/10', 'y/08', 'y/09', 'y/10'].map((path) => `GET https://a.example/${path}`),
  ],
  [
    'curl "https://a.example/[a-e:2]"',
    ['a', 'c', 'e'].map((path) => `GET https://a.example/${path}`),
  ],
])('%s is several requests', (command, names) => {
  expect(namesOf(command)).toEqual(names);
});

test.each<[command: string, body: string, type: string]>([
  [`-d '{"a":1}'`, '{"a":1}', form.value],
  ['-d a=1 -d b=2', 'a=1&b=2', form.value],
  [`--json '{"a":' --json 1}`, '{"a":1}', 'application/json'],
  [
    "--data-urlencode 'a=x y&z' --data-urlencode '=b c' --data-urlencode d!",
    'a=x%20y%26z&b%20c&d%21',
    form.value,
  ],
  [
    `-d '{"n":4634343214213523454,"p":1.00}' -H 'content-type: application/json'`,
    '{"n":4634343214213523454,"p":1.00}',
    'application/json',
  ],
  ['-d @- <<EOF\n{"a":\n1}\nEOF', '{"a":1}', form.value],
  ['--data-binary @- <<< x', 'x\n', form.value],
  ["--data-raw '@a'", '@a', form.value],
  ['-d "" ', '', form.value],
  ['-d x -H Content-Type:', 'x', 'text/plain;charset=UTF-8'],
  [
    `-F a=1 -F 'b={"x":1};type=application/json' --form-string 'c=<@;d'`,
    `--form-boundary
Content-Disposition: form-data; name="a"

1
--form-boundary
Content-Disposition: form-data; name="b"
Content-Type: application/json

{"x":1}
--form-boundary
Content-Disposition: form-data; name="c"

<@;d
--form-boundary--
`,
    'multipart/form-data; boundary=form-boundary',
  ],
])('curl https://a.example %s sends this body', (options, body, type) => {
  const { draft } = readFirst(`curl https://a.example ${options}`);
  const typeRow = draft.headers.find(({ header }) => /^content-type$/i.test(header));
  expect([draft.method, draft.body, typeRow?.value]).toEqual(['POST', body, type]);
});

test.each([
  ["-H 'X-Mine:1' -H 'X-Empty;' -H 'X-Gone:'", [row('X-Mine', '1'), row('X-Empty', '')]],
  ["-H 'X: 1' -H 'x: 2'", [row('X', '1, 2')]],
  ['-u asha:nähen', [row('Authorization', 'Basic YXNoYTpuw6RoZW4=')]],
  ['--oauth2-bearer a.b', [row('Authorization', 'Bearer a.b')]],
  ['-A agent -r 0-9', [row('User-Agent', 'agent'), row('Range', 'bytes=0-9')]],
])('curl https://a.example %s sends these headers', (options, headers) => {
  expect(readFirst(`curl https://a.example ${options}`).draft.headers).toEqual(headers);
});

test('the user of an address becomes a header, because a browser refuses such an address', () => {
  expect(readFirst('curl https://asha:a%40b@a.example/x').draft).toMatchObject({
    endpoint: 'https://a.example/x',
    headers: [row('Authorization', 'Basic YXNoYTphQGI=')],
  });
});

test.each([
  ['-b cookies.txt', '--cookie cookies.txt (-b): the browser sends its own cookies'],
  ["-H 'Cookie: a=1' -H 'Origin: x'", 'Cookie, Origin: the browser sets this itself'],
  ['-d @body.json', '--data @body.json: the file body.json can’t be read here; paste its text'],
  ['-d @-', '--data @-: the standard input can’t be read here; paste its text'],
  ['-F a=@x.png', '--form a=@x.png: the file can’t be read here, and its part is left out'],
  [
    '-H @headers.txt',
    '--header @headers.txt: the file headers.txt can’t be read here; paste its text',
  ],
  ['-u asha', '--user: curl asks for the password, which is empty here'],
  ['--digest -u a:b', '--digest: a browser can’t log in this way'],
  ['-x proxy:3128', '-x: the browser decides on proxies'],
  ['--resolve a.example:443:127.0.0.1', '--resolve: the tester has nothing like it'],
  ['-m 10', '-m: the tester has nothing like it'],
  ['--no-keepalive', '--no-keepalive: the tester has nothing like it'],
  ['--request=PUT', '--request=PUT: no option of curl'],
  ['--unknown x', '--unknown: no option of curl'],
  ['-sk', '-k: the browser decides on certificates and encryption'],
  ['-X GET -d x', 'a browser sends no body with GET'],
  ['-H "X: $TOKEN"', '$TOKEN: its value isn’t known here; fill it in'],
  ['2>/dev/null', '2>/dev/null: the shell’s part, which isn’t taken over'],
  ['"https://b.example" extra', 'extra: no address'],
])('with curl %s, it is named what could not be taken over', (options, note) => {
  expect(readFirst(`curl ${options} https://a.example`).notes).toContain(note);
});

test('options that change only what curl shows are no news', () => {
  const command = 'curl -sSfLvi# --compressed --no-progress-meter --include -N https://a.example';
  expect(readFirst(command).notes).toEqual([]);
});

describe('around a command,', () => {
  const asked = ['GET https://a.example'];

  test.each([
    ['TOKEN=abc\nexport HOST="https://a.example"\ncurl $HOST'],
    ['sudo curl https://a.example'],
    ['PS C:\\Users\\me> curl.exe https://a.example'],
    ['C:\\>curl https://a.example'],
    ['user@host:~$ curl https://a.example'],
    ['```bash\n$ curl https://a.example\n```'],
    ['X=$(curl -s https://a.example)'],
    ['/usr/bin/curl https://a.example'],
    ['curl https://a.example \\ \n  -s'],
    ['curl\u00a0https://a.example'],
  ])('what %j has besides is read', (text) => {
    expect([namesOf(text), read(text).notes]).toEqual([asked, []]);
  });

  test('other commands are named', () => {
    const { requests, notes } = read('cd shop && curl https://a.example');
    expect([requests.length, notes]).toEqual([1, ['cd: no curl command, and left out']]);
  });
});

describe('on Windows,', () => {
  const both = (draft: object) =>
    expect.objectContaining({ endpoint: 'https://a.example/x?a=1&b=2', ...draft });

  test.each([
    [
      'cmd.exe, as Chrome copies it',
      String.raw`curl ^"https://a.example/x?a=1^&b=2^" ^
  -X ^"PUT^" ^
  -H ^"content-type: application/json^" ^
  --data-raw ^"^{^\^"a^\^":^\^"50^%^\^"^}^"`,
      '{"a":"50%"}',
    ],
    [
      'cmd.exe, as Firefox copies it',
      'curl "https://a.example/x?a=1&b=2" -X PUT ^\r\n  -H "content-type: application/json" ^\r\n  --data-raw "{""a"": ""^b""}"',
      '{"a": "^b"}',
    ],
    [
      'curl.exe in PowerShell',
      'curl.exe "https://a.example/x?a=1&b=2" -X PUT `\r\n  -H "content-type: application/json" -d "{`"a`":1}"',
      '{"a":1}',
    ],
    [
      'curl.exe in PowerShell 5',
      `curl.exe 'https://a.example/x?a=1&b=2' -X PUT -H 'content-type: application/json' -d '{\\"a\\":1}'`,
      '{"a":1}',
    ],
    [
      'Invoke-WebRequest',
      'Invoke-WebRequest -UseBasicParsing -Uri "https://a.example/x?a=1&b=2" `\n-Method "PUT" `\n-Headers @{\n"method"="PUT"\n  "x-q"="`"1`""\n} `\n-ContentType "application/json" `\n-Body "{`"a`":1}"',
      '{"a":1}',
    ],
    [
      'Invoke-RestMethod',
      `irm 'https://a.example/x?a=1&b=2' -Method Put -ContentType 'application/json' -Body '{"a":"it''s"}'`,
      `{"a":"it's"}`,
    ],
  ])('a command for %s is read', (_, text, body) => {
    expect(draftsOf(text)).toEqual([both({ method: 'PUT', body })]);
    expect(readFirst(text).notes).toEqual([]);
  });

  test('what the tester can’t take over from Invoke-WebRequest is named', () => {
    const text =
      '$s = New-Object X\nInvoke-WebRequest "https://a.example" -WebSession $s -OutFile a.json -Headers @{ "X" = "$token" }';
    expect(readFirst(text).notes).toEqual([
      '-websession: the tester has nothing like it',
      '-outfile: the tester has nothing like it',
      '$token: its value isn’t known here; fill it in',
    ]);
  });

  test('what follows a command of cmd.exe is named', () => {
    expect(readFirst('curl ^"https://a.example^" | more').notes).toEqual([
      '| more: the shell’s part, which isn’t taken over',
    ]);
  });
});

test.each([
  [`curl 'https://a.example`, 'A quote of this command is not closed.'],
  ['curl -s', 'This command has no address.'],
  ['curl --constructor', 'This command has no address.'],
  ['curl http://', 'http:// is no address.'],
  ['curl ftp.example.com', 'The tester sends to http: and https: only, not to ftp:'],
  ['curl ftp://a.example', 'The tester sends to http: and https: only, not to ftp:'],
  ['curl -X TRACE https://a.example', 'The tester has no method TRACE.'],
  ['curl -I https://a.example', 'The tester has no method HEAD.'],
  [
    'curl "https://a.example/[1-9999]"',
    'https://a.example/[1-9999] stands for more than 1000 addresses. Import a part of them.',
  ],
  [
    'curl -I https://a.example; curl -s',
    /^1 left out: The tester has no method HEAD. .* 1 left out: This command has no address. /,
  ],
])('%s is refused with the reason', (command, message) => {
  expect(errorOf(command)).toMatch(message);
});
