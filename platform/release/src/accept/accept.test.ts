import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { publish } from '../commands/publish.ts';
import { signOwners } from '../commands/sign-owners.ts';
import { messageOf } from '../errors.ts';
import { writeRepositories } from '../pointers/repositories.ts';
import { listFiles } from '../release-folder/files.ts';
import { createKey, readSigner, type Signer } from '../release-folder/keys.ts';
import { readRegistry } from '../release-folder/registry.ts';
import { folderStore } from '../release-folder/store.ts';
import { serve } from '../serve/serve.ts';
import { openIssuer } from '../testing/issuer.ts';
import {
  buildRemote,
  buildShell,
  contextOf,
  publishPiece,
  temporaryFolder,
} from '../testing/release.ts';
import { type AcceptOptions, createAcceptor } from './accept.ts';
import { UPLOADS_PATH, type Upload } from './request.ts';

const SHOP = 'https://shop.example';
const newKey = () => readSigner(createKey().privateKey, 'a key');

/** Hashes all files of a release but the lock's. */
async function stateOf(release: string): Promise<Record<string, string>> {
  const files = (await listFiles(release)).filter((file) => !file.startsWith('.lock/'));
  const hashes = files.map(async (file) => {
    const content = await readFile(path.join(release, file));
    return [file, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

interface Response {
  readonly status: number;
  readonly text: string;
}

const keys = { shop: newKey(), catalog: newKey(), cart: newKey(), old: newKey(), server: newKey() };
const repository = 'localhost/acme/shop';

/** Folder with what each test copies: a remote, and its release, signed and not. */
let published = '';

beforeAll(async () => {
  published = await mkdtemp(path.join(tmpdir(), 'patchwork-accept-'));
  const folderOf = (name: string) => path.join(published, name);
  const [plain, signed] = [folderOf('plain'), folderOf('signed')];
  await buildShell(folderOf('shell'));
  await buildRemote(folderOf('mfe-catalog'), { code: 'first' });
  for (const name of ['shell', 'mfe-catalog']) await publishPiece(folderOf(name), contextOf(plain));
  await buildRemote(folderOf('mfe-catalog'), { code: 'second' });
  cpSync(plain, signed, { recursive: true });
  await writeRepositories(folderStore(plain), { 'mfe-catalog': [repository] });
  await signOwners(contextOf(signed, { signer: keys.shop }), {
    expires: '2100-01-01T00:00:00Z',
    keys: {
      [keys.catalog.key]: { name: 'Catalogue', pieces: ['mfe-catalog'] },
      [keys.cart.key]: { name: 'Cart', pieces: ['mfe-cart'] },
      [keys.old.key]: { name: 'Old', pieces: ['mfe-cart'], expires: '2020-01-01T00:00:00Z' },
      [keys.server.key]: { name: 'Server', pieces: ['*'] },
    },
    ...{ minimum: {}, stolen: [] },
    repositories: {
      [repository]: { pieces: ['mfe-catalog'], ref: 'refs/heads/main', environment: 'live' },
    },
  });
  // Compressing the builds takes longer than the default 10 s on a busy machine.
}, 60_000);

afterAll(() => rm(published, { recursive: true }));

/** Opens a release with a shell and mfe-catalog, served by a server that accepts uploads. */
async function openShop({
  isSigned = false,
  ...changes
}: Partial<AcceptOptions> & { readonly isSigned?: boolean } = {}) {
  const release = await temporaryFolder();
  cpSync(path.join(published, isSigned ? 'signed' : 'plain'), release, { recursive: true });
  const piece = path.join(published, 'mfe-catalog');
  const issuer = await openIssuer();
  onTestFinished(issuer.stop);
  const trust = isSigned ? [keys.shop.key] : [];
  const reports: string[] = [];
  const run: AcceptOptions['run'] = async ({ build, pieces, author }, tell) => {
    const signer = isSigned ? keys.server : undefined;
    const context = contextOf(release, {
      trust,
      signer,
      mayMove: pieces,
      author: async () => author,
    });
    try {
      const [published] = await publish(context, build ? [build] : []);
      tell({ out: String(published?.version) });
      return 0;
    } catch (error) {
      tell({ err: messageOf(error) });
      return 1;
    }
  };
  const delegate = createAcceptor({
    ...{ store: folderStore(release), trust, origin: SHOP, issuers: [issuer.url], proxies: 0, run },
    ...{ report: (message) => void reports.push(message), ...changes },
  });
  const server = await serve({ release, port: 0, delegate, report: () => undefined });
  onTestFinished(server.stop);
  const address = server.url + UPLOADS_PATH;

  async function challenge(): Promise<string> {
    const headers = changes.proxies ? { 'x-forwarded-proto': 'https' } : undefined;
    return (await (await fetch(address, { ...(headers && { headers }) })).json()).challenge;
  }
  /** Returns an upload of mfe-catalog's build, and its files' bytes. */
  async function upload(change: Partial<Upload> = {}) {
    const names = ['package.json', 'remote.json'];
    const built = (await listFiles(path.join(piece, 'dist'))).map((file) => `dist/${file}`);
    const contents = await Promise.all(
      [...names, ...built].map(
        async (file) => [file, await readFile(path.join(piece, file))] as const,
      ),
    );
    const files = contents.map(([file, content]) => ({
      path: file,
      bytes: content.length,
      digest: createHash('sha256').update(content).digest('hex'),
    }));
    const content: Upload = {
      ...{ shop: SHOP, challenge: await challenge(), command: 'publish', args: ['mfe-catalog'] },
      ...{ options: [], author: { who: 'Ada' }, files, ...change },
    };
    return { content, bytes: Buffer.concat(contents.map(([, bytes]) => bytes)) };
  }
  function send(
    head: object,
    bytes: Uint8Array,
    { token = '', cut = 0, headers = {} }: { token?: string; cut?: number; headers?: object } = {},
  ): Promise<Response> {
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);
    return new Promise((resolve, reject) => {
      const sent = request(address, {
        method: 'POST',
        headers: {
          'content-length': body.length,
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      sent.once('error', reject).once('response', async (response) => {
        const text = String(await buffer(response));
        resolve({ status: response.statusCode ?? 0, text });
      });
      if (cut === 0) return void sent.end(body);
      sent.write(body.subarray(0, body.length - cut), () => sent.destroy());
    });
  }
  async function withKey(signer: Signer, change: Partial<Upload> = {}) {
    const { content, bytes } = await upload(change);
    return send(signer.sign('upload', JSON.stringify(content)), bytes);
  }
  async function withToken(token: string, change: Partial<Upload> = {}, more: object = {}) {
    const { content, bytes } = await upload(change);
    return send({ payload: JSON.stringify(content) }, bytes, { token, ...more });
  }
  const reasonsOf = ({ text }: Response): string[] => JSON.parse(text).reasons;
  /** Returns the stable version of mfe-catalog, and the number of previous ones. */
  async function live(): Promise<[string, number]> {
    const { remotes } = await readRegistry(release);
    const [{ stable, previous }] = remotes as [{ stable: { version: string }; previous: object[] }];
    return [stable.version, previous.length];
  }
  return {
    release,
    live,
    address,
    issuer,
    keys,
    reports,
    upload,
    send,
    withKey,
    withToken,
    reasonsOf,
  };
}

/** A promise and the function that resolves it. */
function later() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const codeOf = ({ text }: Response): number =>
  JSON.parse(text.trim().split('\n').at(-1) ?? '').code;

test('a team’s key publishes its remote, and the history says whose it was', async () => {
  const shop = await openShop({ isSigned: true });
  const [first] = await shop.live();
  const answer = await shop.withKey(shop.keys.catalog);
  expect([answer.status, codeOf(answer)]).toEqual([200, 0]);
  expect(await shop.live()).toEqual([expect.not.stringMatching(first), 1]);
  const history = await readFile(path.join(shop.release, '.history/moves.jsonl'), 'utf8');
  expect(history).toContain('Ada, key of Catalogue');
});

test.each([false, true])(
  'a pipeline of the owner publishes its remote (signed release: %j)',
  async (isSigned) => {
    const shop = await openShop({ isSigned });
    const answer = await shop.withToken(await shop.issuer.issue(SHOP, { environment: 'live' }));
    expect([answer.status, codeOf(answer)]).toEqual([200, 0]);
    expect((await shop.live())[1]).toBe(1);
    const history = await readFile(path.join(shop.release, '.history/moves.jsonl'), 'utf8');
    expect(history).toContain('ada, localhost/acme/shop refs/heads/main');
    expect(history).toContain('c0ffee');
  },
);

test('a pipeline of GitLab is known by the names that it has there', async () => {
  const shop = await openShop();
  const claims = {
    repository: undefined,
    project_path: 'ACME/shop',
    ref: 'main',
    ref_type: 'branch',
  };
  expect(codeOf(await shop.withToken(await shop.issuer.issue(SHOP, claims)))).toBe(0);
});

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

/** Each bad upload: how it is made, its status, and its reasons. */
const bad: readonly [
  string,
  boolean,
  (shop: Shop) => Promise<Response>,
  number,
  (string | RegExp)[],
][] = [
  [
    'a team’s key for another team’s remote',
    true,
    (shop) => shop.withKey(shop.keys.cart),
    403,
    [/^the key of Cart may not move mfe-catalog: whoever has the shop’s key/],
  ],
  [
    'an expired key for another team’s remote and another shop',
    true,
    (shop) => shop.withKey(shop.keys.old, { shop: 'https://other.example' }),
    403,
    [
      /^The upload is for https:\/\/other\.example: name this shop, as in --to https:\/\/shop\.example/,
      /^the key of Old expired at 2020/,
      /^the key of Old may not move mfe-catalog/,
    ],
  ],
  ['an unknown key', true, (shop) => shop.withKey(newKey()), 403, [/is not in owners\.json/]],
  ['a key without a signed release', false, (shop) => shop.withKey(newKey()), 403, [/not signed/]],
  [
    'a changed request',
    true,
    async (shop) => {
      const { content, bytes } = await shop.upload();
      const envelope = shop.keys.catalog.sign('upload', JSON.stringify(content));
      return shop.send({ ...envelope, payload: envelope.payload.replace('Ada', 'Eve') }, bytes);
    },
    403,
    [/^The signature is not that of this upload/],
  ],
  [
    'an expired token of a foreign issuer, audience, repository and branch',
    false,
    async (shop) =>
      shop.withToken(
        await shop.issuer.issue('https://other.example', {
          ...{ exp: seconds(-600), repository: 'eve/shop', ref: 'refs/heads/next' },
        }),
      ),
    403,
    [
      /^The token expired at 20.*: get a new one/,
      /^The token is for https:\/\/other\.example, not for this shop: ask for one with the audience/,
      /^localhost\/eve\/shop is not an owner of mfe-catalog: .*“patchwork own mfe-catalog --repository localhost\/eve\/shop”/,
      /^The pipeline runs for refs\/heads\/next, and only refs\/heads\/main may/,
    ],
  ],
  [
    'a token of another issuer',
    false,
    async (shop) => shop.withToken(await shop.issuer.issue(SHOP, { iss: 'https://eve.example' })),
    403,
    [/^The token is by https:\/\/eve\.example, and this shop trusts .* ACCEPT_ISSUERS$/],
  ],
  [
    'a token that another key has signed',
    false,
    async (shop) => shop.withToken(await shop.issuer.forge(SHOP)),
    403,
    [/^The token is not signed by/],
  ],
  [
    'a token from another environment',
    true,
    async (shop) => shop.withToken(await shop.issuer.issue(SHOP)),
    403,
    [/^The pipeline runs in no environment, and only live may move/],
  ],
  [
    'no token',
    false,
    (shop) => shop.withToken('no-token'),
    403,
    [/^This is no token of a pipeline/],
  ],
  [
    'neither key nor token',
    false,
    (shop) => shop.withToken(''),
    403,
    [/neither a key nor a token/],
  ],
  [
    'a build of another remote',
    true,
    (shop) => shop.withKey(shop.keys.cart, { args: ['mfe-cart'] }),
    400,
    [/^The upload’s remote\.json is of mfe-catalog, not of mfe-cart: run the command in/],
  ],
  [
    'another digest',
    false,
    async (shop) => {
      const { content, bytes } = await shop.upload();
      bytes[bytes.length - 1] = 0;
      const token = await shop.issuer.issue(SHOP);
      return shop.send({ payload: JSON.stringify(content) }, bytes, { token });
    },
    400,
    [/arrived with another digest than it was sent with: run the command again$/],
  ],
  [
    'fewer bytes than files',
    false,
    async (shop) => {
      const { content, bytes } = await shop.upload();
      const token = await shop.issuer.issue(SHOP);
      return shop.send({ payload: JSON.stringify(content) }, bytes.subarray(0, -1), { token });
    },
    400,
    ['The upload is shorter than it says: run the command again'],
  ],
  [
    'more bytes than files',
    false,
    async (shop) => {
      const { content, bytes } = await shop.upload();
      const token = await shop.issuer.issue(SHOP);
      const more = Buffer.concat([bytes, Buffer.from('more')]);
      return shop.send({ payload: JSON.stringify(content) }, more, { token });
    },
    400,
    ['The upload is longer than it says: run the command again'],
  ],
  [
    'too many bytes',
    false,
    (shop) => shop.send({}, Buffer.alloc(0), { headers: { 'content-length': 2 ** 30 } }),
    413,
    [/^The upload has 1073741824 bytes, and 67108864 are allowed: leave out/],
  ],
  [
    'a proxy that is not named',
    false,
    async (shop) =>
      shop.withToken(
        await shop.issuer.issue(SHOP),
        {},
        { headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' } },
      ),
    403,
    [/^Uploads come over HTTPS only: .*TRUST_PROXY$/],
  ],
  ...[
    ...[
      '../outside.js',
      '/etc/passwd',
      'dist/../../outside.js',
      'dist\\x.js',
      'dist//x.js',
      'dist/.',
    ],
    ...['.github/x.yml', 'dist/a\0b'],
  ].map((name): (typeof bad)[number] => [
    `a file named ${JSON.stringify(name)}`,
    false,
    async (shop) =>
      shop.withToken(await shop.issuer.issue(SHOP), {
        files: [{ path: name, bytes: 0, digest: '0'.repeat(64) }],
      }),
    400,
    [/^files\.0\.path: this is no path of a file in a built piece/],
  ]),
  [
    'an option of another command',
    false,
    async (shop) => shop.withToken(await shop.issuer.issue(SHOP), { options: ['--to=/etc'] }),
    400,
    [/^options\.0: there is no such option of an upload/],
  ],
  [
    'an argument that is an option',
    false,
    async (shop) => shop.withToken(await shop.issuer.issue(SHOP), { args: ['--to=/etc'] }),
    400,
    [/^args: this is no name/],
  ],
];

test.each(bad)(
  '%s is refused, and nothing has moved',
  async (_what, isSigned, act, status, reasons) => {
    const shop = await openShop({ isSigned });
    const before = await stateOf(shop.release);
    const answer = await act(shop);
    expect(answer.status).toBe(status);
    expect(shop.reasonsOf(answer)).toEqual(
      reasons.map((reason) =>
        typeof reason === 'string' ? reason : expect.stringMatching(reason),
      ),
    );
    expect(await stateOf(shop.release)).toEqual(before);
  },
);

test('an upload that is cut off moves nothing, and may be sent again', async () => {
  const shop = await openShop();
  const before = await stateOf(shop.release);
  const token = await shop.issuer.issue(SHOP);
  await expect(shop.withToken(token, {}, { cut: 100 })).rejects.toThrow();
  await vi.waitFor(() => expect(shop.reports.join()).toContain('The upload was cut off'));
  expect(await stateOf(shop.release)).toEqual(before);
  expect(codeOf(await shop.withToken(token))).toBe(0);
});

test('an upload can’t be sent twice', async () => {
  const shop = await openShop({ isSigned: true });
  const { content, bytes } = await shop.upload();
  const envelope = shop.keys.catalog.sign('upload', JSON.stringify(content));
  expect(codeOf(await shop.send(envelope, bytes))).toBe(0);
  const again = await shop.send(envelope, bytes);
  expect(again.status).toBe(403);
  expect(shop.reasonsOf(again)).toEqual([
    'This upload was sent before, or too late: run the command again',
  ]);
});

test('of two uploads of a piece at once, the second is refused', async () => {
  const started = later();
  const mayEnd = later();
  const shop = await openShop({
    async run() {
      started.resolve();
      await mayEnd.promise;
      return 0;
    },
  });
  const token = await shop.issuer.issue(SHOP);
  const first = shop.withToken(token);
  await started.promise;
  const second = await shop.withToken(token);
  expect(second.status).toBe(409);
  expect(shop.reasonsOf(second)).toEqual([
    'Another upload of mfe-catalog is in progress: run the command again when it has ended',
  ]);
  mayEnd.resolve();
  expect(codeOf(await first)).toBe(0);
  expect(codeOf(await shop.withToken(token))).toBe(0);
});

test('a command is ended when its sender leaves', async () => {
  const ended = later();
  const shop = await openShop({
    run: (_job, tell, signal) =>
      new Promise((resolve) => {
        tell({ err: 'checking' });
        signal.addEventListener('abort', () => {
          ended.resolve();
          resolve(3);
        });
      }),
  });
  const { content, bytes } = await shop.upload();
  const body = Buffer.concat([
    Buffer.from(`${JSON.stringify({ payload: JSON.stringify(content) })}\n`),
    bytes,
  ]);
  const leaving = new AbortController();
  const answer = await fetch(shop.address, {
    ...{ method: 'POST', body, signal: leaving.signal },
    headers: { authorization: `Bearer ${await shop.issuer.issue(SHOP)}` },
  });
  expect(answer.status).toBe(200);
  leaving.abort();
  await ended.promise;
});

test('pipelines of other branches may move previews, but nothing that all visitors get', async () => {
  const commands: string[] = [];
  const shop = await openShop({
    async run({ command }) {
      commands.push(command);
      return 0;
    },
  });
  const token = await shop.issuer.issue(SHOP, { ref: 'refs/pull/42/merge' });
  expect(codeOf(await shop.withToken(token, { command: 'preview' }))).toBe(0);
  for (const command of ['publish', 'canary', 'promote', 'rollback', 'withdraw', 'set'] as const) {
    expect((await shop.withToken(token, { command, files: [] })).status, command).toBe(403);
  }
  expect(commands).toEqual(['preview']);
});

test('a proxy that ends TLS is believed if the operator names it', async () => {
  const shop = await openShop({ proxies: 1 });
  const token = await shop.issuer.issue(SHOP);
  const through = (protocol: string) =>
    shop.withToken(token, {}, { headers: { 'x-forwarded-proto': protocol } });
  expect((await through('http')).status).toBe(403);
  expect((await through('https, http')).status).toBe(403);
  expect(codeOf(await through('https'))).toBe(0);
});
