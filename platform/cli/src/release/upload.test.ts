import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderStore, serve } from '@patchwork/release';
import { type AcceptOptions, createAcceptor } from '@patchwork/release/accept';
import { buildRemote, writeFiles } from '@patchwork/release/testing';
import { openIssuer } from '@patchwork/release/testing/issuer';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { runJob } from './accepted.ts';
import { exitCodes } from './command-line.ts';
import { openTerminal } from './testing.ts';

const { done, refused, usage, failed } = exitCodes;
const repository = 'localhost/acme/mfe-catalog';

afterEach(() => vi.unstubAllEnvs());

/** Opens a team's repository, and a signed release elsewhere, whose server accepts uploads. */
async function openShop({ visits }: { readonly visits?: string } = {}) {
  const shop = await openTerminal();
  const team = await openTerminal();
  const issuer = await openIssuer();
  onTestFinished(issuer.stop);
  const keys: Record<string, string> = {};
  for (const name of ['shop', 'server', 'catalog', 'cart']) {
    const file = path.join(team.root, `${name}.pem`);
    keys[name] = JSON.parse((await team.run('key', file, '--json')).out).publicKey;
  }
  await shop.run('publish', '--all');
  const draft = {
    expires: '2100-01-01T00:00:00.000Z',
    keys: {
      [keys.server ?? '']: { name: 'Server', pieces: ['*'] },
      [keys.catalog ?? '']: { name: 'Catalogue', pieces: ['mfe-catalog'] },
      [keys.cart ?? '']: { name: 'Cart', pieces: ['mfe-cart'] },
    },
    repositories: { [repository]: { pieces: ['mfe-catalog'] } },
  };
  await writeFiles(shop.root, { 'owners.json': JSON.stringify(draft) });
  await shop.run('owners', 'owners.json', '--key', path.join(team.root, 'shop.pem'));
  const release = path.join(shop.root, '.release');
  const trust = [keys.shop ?? ''];
  const args = [
    ...[`--to=${release}`, `--trust=${trust[0]}`, `--key=${path.join(team.root, 'server.pem')}`],
  ];
  const run: AcceptOptions['run'] = (job, tell) =>
    runJob(
      { job, args, visits },
      {
        ...{ root: shop.root, gate: async () => shop.findings },
        terminal: {
          ...{ out: (out) => tell({ out }), err: (err) => tell({ err }) },
          ...{ isWatched: false, hasColours: false },
        },
      },
    );
  let accept = createAcceptor({
    ...{ store: folderStore(release), trust, origin: '', issuers: [], proxies: 0, run },
    report: () => undefined,
  });
  const server = await serve({
    ...{ release, port: 0, report: () => undefined },
    delegate: {
      handles: (pathname) => accept.handles(pathname),
      listener: (request, response) => accept.listener(request, response),
    },
  });
  onTestFinished(server.stop);
  // Now its address is known.
  accept = createAcceptor({
    ...{ store: folderStore(release), trust, origin: server.url, issuers: [issuer.url] },
    ...{ proxies: 0, run, report: () => undefined },
  });
  await team.change('second');
  const live = async () => {
    const { remotes } = JSON.parse(await readFile(path.join(release, 'registry.json'), 'utf8'));
    const [{ stable, canary, previous }] = remotes;
    return [stable.version, canary?.percent, previous.length];
  };
  const upload = (...all: string[]) => team.run(...all, '--to', server.url);
  const byKey = (key: string, ...all: string[]) => upload(...all, '--key', `${key}.pem`);
  return { ...{ shop, team, issuer, server, release, live, upload, byKey } };
}

test('a team publishes to a shop whose folder it can’t reach, and takes it back', async () => {
  const { live, byKey, server } = await openShop();
  const [first] = await live();
  const published = await byKey('catalog', 'publish', 'mfe-catalog', '--reason', 'a new home');
  expect(published).toMatchObject({ code: done, out: expect.stringContaining('mfe-catalog') });
  const [second, , before] = await live();
  expect([second === first, before]).toEqual([false, 1]);
  expect(await byKey('catalog', 'rollback', 'mfe-catalog')).toMatchObject({
    ...{ code: done, out: `mfe-catalog: all visitors get ${first}, was ${second}\n` },
  });
  const { code, out } = await byKey('catalog', 'canary', 'mfe-catalog', '10', '--json');
  expect([code, JSON.parse(out)]).toMatchObject([
    done,
    { ok: true, canary: { canary: { version: second, percent: 10 } }, link: expect.any(String) },
  ]);
  expect(await live()).toEqual([first, 10, 0]);
  const shown = await byKey('catalog', 'preview', `mfe-catalog@${second}`, '--name', 'pr-1');
  expect(shown.out).toContain('?preview=pr-1');
  expect((await byKey('catalog', 'end-preview', 'pr-1')).code).toBe(done);
  expect(server.url).toContain('localhost');
});

test('a team gives the value of its setting to a share, and takes it back; another team can’t', async () => {
  const { byKey, release, team } = await openShop();
  const values = async () =>
    JSON.parse(await readFile(path.join(release, 'registry.json'), 'utf8')).remotes[0].values;
  const settings = { welcome: { type: 'text', default: 'Hello', purpose: 'the first words' } };
  await buildRemote(path.join(team.root, 'mfe-catalog'), { code: 'third', settings });
  expect((await byKey('catalog', 'publish', 'mfe-catalog')).code).toBe(done);
  const words = ['set', 'mfe-catalog', 'welcome', 'Good day, “everybody”'];
  expect(await byKey('cart', ...words, '--share', '10')).toMatchObject({ code: refused });
  expect(await values()).toBeUndefined();
  expect(await byKey('catalog', ...words, '--share', '10')).toMatchObject({ code: done });
  expect(await values()).toEqual({ welcome: { value: 'Good day, “everybody”', percent: 10 } });
  expect(await byKey('catalog', 'set', 'mfe-catalog', 'welcome', '--undo')).toMatchObject({
    code: done,
  });
  expect(await values()).toBeUndefined();
});

test('a key for another remote is refused with all reasons, and nothing has moved', async () => {
  const { live, byKey } = await openShop();
  const before = await live();
  for (const args of [['publish'], ['canary', 'mfe-catalog', '10'], ['rollback', 'mfe-catalog']]) {
    const [command = '', name = 'mfe-catalog', ...more] = args;
    const answer = await byKey('cart', command, name, ...more);
    expect(answer).toMatchObject({
      code: refused,
      err: expect.stringMatching(
        /^owner {2}mfe-catalog\n.*the key of Cart may not move mfe-catalog: whoever has[\s\S]*No pointer was moved/m,
      ),
    });
  }
  expect(await live()).toEqual(before);
});

test('the gate’s reasons are those of a command on the folder', async () => {
  const { shop, live, byKey } = await openShop();
  const before = await live();
  shop.findings.push({
    ...{ severity: 'refusal', rule: 'links', ours: 'mfe-catalog', flag: '--anyway' },
    message: 'a page is linked',
  });
  const publish = (...more: string[]) => byKey('catalog', 'publish', 'mfe-catalog', ...more);
  expect(await publish()).toMatchObject({
    ...{ code: refused, err: expect.stringMatching(/a page is linked[\s\S]*--anyway/) },
  });
  expect(await live()).toEqual(before);
  expect((await publish('--anyway')).code).toBe(done);
});

test.each(['GitHub', 'GitLab'])('a pipeline of %s uploads with its token', async (place) => {
  const { live, upload, server, issuer } = await openShop();
  const claims = { repository: 'acme/mfe-catalog' };
  if (place === 'GitLab') vi.stubEnv('PATCHWORK_ID_TOKEN', await issuer.issue(server.url, claims));
  else {
    const asked = await serveTokens((audience) => issuer.issue(audience, claims));
    vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', `${asked}/?api-version=2.0`);
    vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'of the job');
  }
  expect((await upload('canary', 'mfe-catalog', '10')).code).toBe(done);
  expect((await live())[1]).toBe(10);
});

/** Starts the address at which a job of GitHub asks for its token. */
async function serveTokens(issue: (audience: string) => Promise<string>): Promise<string> {
  const { listen } = await import('../local-server.ts');
  const server = await listen(async ({ url = '', headers }, response) => {
    const audience = new URL(url, 'http://localhost').searchParams.get('audience') ?? '';
    response.statusCode = headers.authorization === 'Bearer of the job' ? 200 : 401;
    response.end(JSON.stringify({ value: await issue(audience) }));
  });
  onTestFinished(server.stop);
  return server.url;
}

test('a canary is watched from elsewhere, with the visits that the shop’s server counts', async () => {
  const { listen } = await import('../local-server.ts');
  const visits = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ format: 1, minutes: [] }));
  });
  onTestFinished(visits.stop);
  const { byKey } = await openShop({ visits: visits.url });
  const look = () => byKey('catalog', 'canary', 'mfe-catalog', '--auto', '5,100', '--once');
  expect(await look()).toMatchObject({ code: usage, err: expect.stringContaining('no canary') });
  await byKey('catalog', 'canary', 'mfe-catalog', '5');
  expect(await look()).toMatchObject({ code: done, out: expect.stringContaining('stays') });
});

test('a workflow’s one command begins a canary and watches it, and does nothing for an unchanged build', async () => {
  const { listen } = await import('../local-server.ts');
  const visits = await listen((_request, response) => {
    response.end(JSON.stringify({ format: 1, minutes: [] }));
  });
  onTestFinished(visits.stop);
  const { team, live, byKey } = await openShop({ visits: visits.url });
  const begin = () =>
    byKey('catalog', 'canary', 'mfe-catalog', '5', '--auto', '5,100', '--once', '--reason', 'new');
  expect(await begin()).toMatchObject({
    ...{ code: done, err: expect.stringContaining('5 % of the visitors get') },
    out: expect.stringContaining('stays'),
  });
  expect((await live())[1]).toBe(5);
  await byKey('catalog', 'canary', 'mfe-catalog', '0');
  await team.change('home');
  const before = await live();
  expect(await begin()).toMatchObject({
    ...{ code: done, out: expect.stringContaining('with the same files: nothing to do') },
  });
  expect(await live()).toEqual(before);
});

test.each<[string, string[], number, RegExp]>([
  ['a shop without https', ['publish', '--to', 'http://shop.example'], usage, /with https/],
  [
    'a command that reads',
    ['list', '--to', 'https://shop.example'],
    usage,
    /or the shop with --sh/,
  ],
  ['all pieces', ['publish', '--all', '--to', 'https://shop.example'], usage, /one built piece/],
  ['a canary without a share', ['canary', 'mfe-catalog'], usage, /Give a share/],
  ['no key and no token', ['rollback', 'mfe-catalog'], usage, /private key.*id-token: write/],
  ['a purge', ['rollback', 'mfe-catalog', '--purge', 'https://cdn.example'], usage, /Leave out/],
])('%s is refused before anything is sent', async (_what, args, code, message) => {
  const { team, server } = await openShop();
  const to = args.includes('--to') ? [] : ['--to', server.url];
  expect(await team.run(...args, ...to)).toMatchObject({
    code,
    err: expect.stringMatching(message),
  });
});

test('a server that accepts no uploads is named', async () => {
  const { shop, team } = await openShop();
  const plain = await serve({ release: path.join(shop.root, '.release'), port: 0 });
  onTestFinished(plain.stop);
  const answer = await team.run('rollback', 'mfe-catalog', '--to', plain.url, '--key', 'shop.pem');
  expect(answer).toMatchObject({ code: failed, err: expect.stringContaining('serve --accept') });
});

test('a repository is named as the owner of a remote before its first upload', async () => {
  const { run, root } = await openTerminal();
  await run('publish', '--all');
  expect(await run('own', 'mfe-next', '--repository', 'github.com/Acme/Next')).toMatchObject({
    ...{ code: done, out: 'mfe-next belongs to github.com/acme/next\n' },
  });
  expect(JSON.parse(await readFile(path.join(root, '.release/.owners.json'), 'utf8'))).toEqual({
    'mfe-next': ['github.com/acme/next'],
  });
  expect((await run('own', 'mfe-next', '--repository', 'acme')).code).toBe(usage);
});
