import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { assignRepository } from '../../commands/assign-repository.ts';
import { canary } from '../../commands/canary.ts';
import { list } from '../../commands/list.ts';
import { prune } from '../../commands/prune.ts';
import { publish } from '../../commands/publish.ts';
import { recover } from '../../commands/recover.ts';
import { rollback } from '../../commands/rollback.ts';
import { type OwnersDraft, parseOwnersDraft, signOwners } from '../../commands/sign-owners.ts';
import { UsageError } from '../../errors.ts';
import { serve } from '../../serve/serve.ts';
import { type Bucket, openBucket } from '../../testing/bucket.ts';
import {
  buildRemote,
  buildShell,
  contextOf,
  temporaryFolder,
  writeFiles,
} from '../../testing/release.ts';
import { listFiles } from '../files.ts';
import { integrityOf } from '../integrity.ts';
import { createKey, readSigner, SignatureError } from '../keys.ts';
import { folderObjects, objectStore } from '../object-store/object-store.ts';
import { type RegistryDocument, readRegistry, remotesIn } from '../registry.ts';
import { findRelease } from '../versions.ts';
import { digestOf } from './owners.ts';
import { changedEntries, headAfter } from './signed-moves.ts';
import { examinerOf } from './verify-files.ts';

const days = 24 * 60 * 60 * 1000;
const inDays = (count: number) => new Date(Date.now() + count * days).toISOString();

const newKey = () => readSigner(createKey().privateKey, 'a key');

/** A signed release that each test copies: the shell, and remotes of two teams. */
const opened = { root: '', copy: '', bucket: new Map() as Bucket };
const [shop, teamA, teamB] = [newKey(), newKey(), newKey()];

const draft: OwnersDraft = {
  expires: inDays(90),
  keys: {
    [teamA.key]: { name: 'Team A', pieces: ['mfe-a'] },
    [teamB.key]: { name: 'Team B', pieces: ['mfe-b'] },
  },
  minimum: {},
  repositories: {},
  stolen: [],
};

async function buildIn(root: string, id: string, code: string) {
  await buildRemote(path.join(root, id), { id, route: `/${id}`, code });
  return { name: id, folder: path.join(root, id) };
}

beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'patchwork-signing-'));
  afterAll(() => rm(root, { recursive: true, force: true }));
  const copy = path.join(root, 'copy');
  const store = objectStore(openBucket(opened.bucket), copy);
  await buildShell(path.join(root, 'shell'), 'index.1.js');
  await publish(contextOf(copy, { store }), [
    { name: 'shell', folder: path.join(root, 'shell') },
    await buildIn(root, 'mfe-a', 'first'),
    await buildIn(root, 'mfe-b', 'first'),
  ]);
  await signOwners(contextOf(copy, { store, signer: shop }), draft);
  await rm(path.join(copy, '.trusted.json'), { force: true });
  Object.assign(opened, { root, copy });
}, 60_000);

/** Opens a release in an object store with two teams, whose keys the shop's key has signed. */
async function openSigned() {
  const root = await temporaryFolder();
  const bucket: Bucket = new Map(opened.bucket);
  let folders = 0;
  function nextFolder(): string {
    folders += 1;
    const folder = path.join(root, `copy-${folders}`);
    cpSync(opened.copy, folder, { recursive: true });
    return folder;
  }
  function machine(
    signer: ReturnType<typeof newKey> | undefined,
    its = bucket,
    trust = [shop.key],
  ) {
    const folder = nextFolder();
    return contextOf(folder, { store: objectStore(openBucket(its), folder), signer, trust });
  }
  /** A server that follows what is signed, and returns the stable version of mfe-a. */
  function server(
    its = bucket,
    trust = [shop.key],
    onRequest?: (request: string) => Promise<void>,
  ) {
    const folder = nextFolder();
    const objects = openBucket(its, { ...(onRequest && { pause: onRequest }) });
    const store = objectStore(objects, folder, examinerOf(folder, trust));
    const live = async () => {
      const [remote] = remotesIn(await readRegistry(folder));
      return remote?.stable.version;
    };
    async function follow() {
      await store.refresh();
      return live();
    }
    return { folder, store, live, follow };
  }
  const build = (id: string, code: string) => buildIn(root, id, code);
  const publishA = async (code: string, context = machine(teamA)) => {
    const [published] = await publish(context, [await build('mfe-a', code)]);
    return published?.version ?? '';
  };
  const sign = (changes: Partial<OwnersDraft> = {}, its = bucket, signer = shop) =>
    signOwners(machine(signer, its), { ...draft, ...changes });
  /** Changes the text of an object, as who can write to the bucket can. */
  async function edit(file: string, change: (text: string) => string) {
    const text = bucket.get(file)?.content.toString() ?? '';
    await put(file, Buffer.from(change(text)));
  }
  async function put(file: string, content: Buffer) {
    const headers = { contentType: undefined, contentEncoding: undefined, cacheControl: '' };
    await openBucket(bucket).write(file, content, headers);
  }
  return { bucket, machine, server, build, publishA, sign, edit, put, root };
}

type Signed = Awaited<ReturnType<typeof openSigned>>;

test('a team moves its own remote with its key, and a server follows each move', async () => {
  const { publishA, server, machine, build } = await openSigned();
  const { follow, folder } = server();
  const first = await follow();
  const second = await publishA('second');
  expect(await follow()).toBe(second);
  await publish(machine(teamB), [await build('mfe-b', 'second')]);
  await rollback(machine(teamA), 'mfe-a', undefined);
  await assignRepository(machine(teamA), 'mfe-a', ['here']);
  expect(await follow()).toBe(first);
  expect((await list(folder)).current).toBe(true);
});

test.each([
  ['without a key', ({ machine }: Signed) => machine(undefined), UsageError, '--key'],
  [
    'without the shop’s key to trust',
    ({ machine, bucket }: Signed) => machine(teamA, bucket, []),
    UsageError,
    '--trust',
  ],
  [
    'with the key of another team',
    ({ machine }: Signed) => machine(teamB),
    SignatureError,
    'the key of Team B may not move mfe-a',
  ],
  [
    'with a key that is not in owners.json',
    ({ machine }: Signed) => machine(newKey()),
    SignatureError,
    'is not in owners.json',
  ],
] as const)('a command %s is refused, and leaves nothing', async (_how, open, kind, message) => {
  const signed = await openSigned();
  const before = [...signed.bucket.keys()];
  const failure = await signed.publishA('second', open(signed)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(kind);
  expect(String(failure)).toContain(message);
  expect([...signed.bucket.keys()]).toEqual(before);
});

/** Lets someone make a move in a copy of the bucket, with owners that allow it, and puts it into the real one. */
async function forge(signed: Signed, move: (bucket: Bucket) => Promise<unknown>, pieces: string[]) {
  const { bucket, sign } = signed;
  const copy: Bucket = new Map(bucket);
  const rights = { ...draft.keys, [teamB.key]: { name: 'Team B', pieces } };
  await sign({ keys: rights }, copy);
  await move(copy);
  for (const [file, object] of copy) if (file !== 'owners.json') bucket.set(file, object);
}

const attacks: Record<string, (signed: Signed) => Promise<unknown>> = {
  async 'a pointer that was moved by hand: mfe-a in registry.json differs'({ edit, publishA }) {
    const version = await publishA('second');
    await edit('registry.json', (text) =>
      text.replace(`"version": "${version}"`, '"version": "1.0.0-aaaaaaaaaa"'),
    );
  },
  async 'a hash of a script that was exchanged: mfe-b in registry.json differs'({ edit }) {
    await edit('registry.json', (text) => {
      const at = text.indexOf('"id": "mfe-b"');
      return text.slice(0, at) + text.slice(at).replace('sha384-', 'sha384-A');
    });
  },
  async 'a script that was exchanged: is not what was signed'({ publishA, bucket, edit }) {
    await publishA('second');
    const file = [...bucket.keys()].findLast((name) => name.endsWith('Home.1a2b3c.js')) ?? '';
    await edit(file, (text) => `${text}steal()`);
  },
  async 'a compressed copy of another script: Home.1a2b3c.js.br of mfe-a'({ publishA, bucket }) {
    await publishA('second');
    const [other, file = ''] = [...bucket.keys()]
      .filter((name) => name.endsWith('Home.1a2b3c.js.br'))
      .slice(-3);
    const content = bucket.get(other ?? '')?.content;
    const stored = bucket.get(file);
    const own = [...bucket.keys()].findLast(
      (name) => name.includes('mfe-a') && name.endsWith('Home.1a2b3c.js.br'),
    );
    if (!content || !stored || !own) throw new Error('no copies');
    bucket.set(own, { ...stored, file: own, content });
  },
  async 'a compressed copy that decodes to the right script: Home.1a2b3c.js.gz of mfe-a'(signed) {
    const version = await signed.publishA('second');
    const file = `remotes/mfe-a/${version}/static/js/async/Home.1a2b3c.js`;
    const script = signed.bucket.get(file)?.content ?? '';
    await signed.put(`${file}.gz`, gzipSync(script, { level: 1 }));
  },
  async 'a difference of two scripts that was exchanged: .dcz of mfe-a'(signed) {
    const { publishA, bucket, put, machine } = signed;
    const text = Array.from({ length: 40 }, (_, index) => digestOf(String(index))).join('');
    const context = machine(teamA);
    await publishA(text, context);
    const version = await publishA(`${text} changed`, context);
    const file = [...bucket.keys()].find(
      (name) => name.startsWith(`remotes/mfe-a/${version}/`) && name.endsWith('.dcz'),
    );
    if (file === undefined) throw new Error('no difference was written');
    await put(file, Buffer.from('steal()'));
  },
  async 'a release.json that was exchanged: release.json of mfe-a'({ publishA, bucket, edit }) {
    await publishA('second');
    const file = [...bucket.keys()].findLast((name) => name.endsWith('release.json')) ?? '';
    await edit(file, (text) => text.replace('"team": "Catalogue"', '"team": "Thieves"'));
  },
  async 'a configuration that was exchanged: config.json differs from the one'({ edit }) {
    await edit('config.json', () => '{"apiBaseUrl":"https://thief.example"}');
  },
  async 'a move that is not signed: is not signed'({ edit, publishA }) {
    await publishA('second');
    await edit('.history/moves.jsonl', (text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line, index, all) => (index === all.length - 1 ? JSON.parse(line).payload : line))
        .join('\n'),
    );
  },
  async 'a move whose text was changed: has an invalid signature'({ edit, publishA }) {
    await publishA('second');
    await edit('.history/moves.jsonl', (text) =>
      text.replace(/publish mfe-a(?!.*publish mfe-a)/s, 'publish mfe-x'),
    );
  },
  async 'a history with a gap: is missing'({ edit, publishA }) {
    await publishA('second');
    await publishA('third');
    await edit('.history/moves.jsonl', (text) => text.split('\n').toSpliced(-3, 1).join('\n'));
  },
  async 'a move with another team’s key: may not move mfe-a'(signed) {
    const { machine, publishA } = signed;
    await forge(signed, (copy) => publishA('evil', machine(teamB, copy)), ['mfe-a']);
  },
  async 'another remote that was changed along: may not move mfe-a'(signed) {
    const { machine, build } = signed;
    await forge(
      signed,
      async (copy) =>
        publish(machine(teamB, copy), [await build('mfe-a', 'evil'), await build('mfe-b', 'evil')]),
      ['mfe-a', 'mfe-b'],
    );
  },
  async 'an old registry beside the new history: registry.json does not belong to the last move'({
    bucket,
    publishA,
  }) {
    const old = bucket.get('registry.json');
    await publishA('second');
    if (old) bucket.set('registry.json', { ...old, modified: new Date() });
  },
  async 'owners that another key has signed: is not signed by the shop’s key'(signed) {
    const { bucket, machine } = signed;
    const copy: Bucket = new Map(bucket);
    copy.delete('owners.json');
    await signOwners(machine(teamA, copy), draft);
    const forged = copy.get('owners.json');
    if (forged) bucket.set('owners.json', forged);
  },
  async 'owners that were deleted: owners.json is missing'({ bucket }) {
    bucket.delete('owners.json');
  },
};

test.each(Object.entries(attacks))('a server does not follow %s', async (name, attack) => {
  const signed = await openSigned();
  const served = new Set<string>();
  const look = async () => {
    for (const file of await listFiles(folder)) served.add(file);
  };
  const { follow, live, folder } = signed.server(signed.bucket, [shop.key], look);
  const good = await follow();
  const before = await listFiles(folder);
  served.clear();
  await attack(signed);
  await signed.edit('static/js/steal.1a2b3c.js', () => 'steal()');
  const failure = await follow().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SignatureError);
  expect(String(failure)).toContain(name.replace(/^.*: /, ''));
  expect(await live()).toBe(good);
  expect(await listFiles(folder)).toEqual(before);
  // Nor was any other file there while the state was downloaded and examined.
  expect([...served].sort()).toEqual([...before].sort());
  // A server that has never followed this release does not begin, either.
  await expect(signed.server().follow()).rejects.toThrow(SignatureError);
});

test('a command does not build on what is not signed', async () => {
  const { edit, publishA } = await openSigned();
  await edit('registry.json', (text) => text.replace('"team": "Catalogue"', '"team": "Thieves"'));
  await expect(publishA('second')).rejects.toThrow('mfe-a in registry.json differs');
});

test('a whole old state is followed by nobody who has seen a newer one (replay)', async () => {
  const { bucket, publishA, server, machine } = await openSigned();
  const old: Bucket = new Map(bucket);
  const { follow, live } = server();
  const context = machine(teamA);
  const version = await publishA('second', context);
  expect(await follow()).toBe(version);
  for (const [file, object] of old) bucket.set(file, { ...object, modified: new Date() });
  await expect(follow()).rejects.toThrow('an old history is being served');
  expect(await live()).toBe(version);
  await expect(publishA('third', context)).rejects.toThrow('an old history is being served');
});

test('a move that was signed and not made can’t be made later in another place of the history (replay)', async () => {
  const { bucket, publishA, server, machine, build } = await openSigned();
  const stopped: Bucket = new Map(bucket);
  await publishA('never made', machine(teamA, stopped));
  await publish(machine(teamA), [await build('mfe-a', 'made')]);
  const { follow } = server();
  const good = await follow();
  for (const file of ['registry.json', '.history/moves.jsonl']) {
    const object = stopped.get(file);
    if (object) bucket.set(file, object);
  }
  await expect(follow()).rejects.toThrow(SignatureError);
  expect(await server(stopped).follow()).not.toBe(good);
});

function travel(count: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + count * days });
}

test('a store that is held back is noticed when owners.json expires (freeze)', async () => {
  const { server, sign, publishA } = await openSigned();
  const { follow, live } = server();
  const good = await follow();
  travel(91);
  await expect(follow()).rejects.toThrow('owners.json expired at');
  expect(await live()).toBe(good);
  await expect(publishA('second')).rejects.toThrow('owners.json expired at');
  await expect(sign({ expires: inDays(90) })).resolves.toMatchObject({ version: 2 });
  expect(await follow()).toBe(good);
});

test('an expired key moves nothing, and signs no earlier date', async () => {
  const { sign, publishA } = await openSigned();
  const expires = inDays(1);
  await sign({
    keys: { ...draft.keys, [teamA.key]: { name: 'Team A', pieces: ['mfe-a'], expires } },
  });
  travel(2);
  await expect(publishA('second')).rejects.toThrow('the key of Team A expired');
  await sign({
    keys: { ...draft.keys, [teamA.key]: { name: 'Team A', pieces: ['mfe-a'], expires } },
  });
  vi.setSystemTime(Date.now() - 2 * days);
  await expect(publishA('backdated')).rejects.toThrow('in the future');
  const payload = { id: 'b', at: inDays(0), sequence: 1, previous: '', entries: {}, versions: {} };
  const line = JSON.stringify(teamA.sign('move', JSON.stringify(payload)));
  const head = {
    ...{ sequence: 0, hash: '', at: inDays(2), entries: {}, versions: {}, complete: {} },
  };
  const owners = { ...draft, version: 1, config: null, head };
  expect(() => headAfter({ owners, trust: [shop.key], head }, line)).toThrow(
    'earlier than the move before it',
  );
});

test('a machine whose clock runs ahead makes a move that all others refuse, until it is taken out or that time has come', async () => {
  const { bucket, publishA, server, machine, edit } = await openSigned();
  const { follow, folder, live } = server();
  const good = await follow();
  const ahead = machine(teamA);
  travel(1);
  const early = await publishA('early', ahead);
  vi.setSystemTime(Date.now() - days);
  const refusal = /^move \d of the history is dated .*, in the future: is the clock/;
  await expect(follow()).rejects.toThrow(refusal);
  expect(await live()).toBe(good);
  await expect(publishA('second')).rejects.toThrow(refusal);
  await expect(publishA('third', ahead)).rejects.toThrow(refusal);
  vi.setSystemTime(Date.now() + days);
  expect(await server(new Map(bucket)).follow()).toBe(early);
  vi.setSystemTime(Date.now() - days);
  for (const file of ['registry.json', '.history/moves.jsonl']) {
    const text = await readFile(path.join(folder, file), 'utf8');
    await edit(file, () => text);
  }
  const second = await publishA('second');
  expect(await follow()).toBe(second);
  await expect(publishA('third', ahead)).rejects.toThrow('differs from the one that was accepted');
  const third = await publishA('third', machine(teamA));
  expect(await follow()).toBe(third);
});

test('files that nobody has signed are not in a server’s copy', async () => {
  const { publishA, server, edit } = await openSigned();
  const { follow, folder } = server();
  const version = await publishA('second');
  const files = [
    'static/js/steal.1a2b3c.js',
    'static/registry.0123456789.json',
    'static/registry.0123456789.json.html',
    'static/registry.0123456789.jsonx.js',
    `remotes/mfe-a/${version}/steal.html`,
    'remotes/mfe-c/1.0.0-aaaaaaaaaa/steal.js',
    'remotes/mfe-c/1.0.0-aaaaaaaaaa/release.json',
    'steal.html',
  ];
  for (const file of files) await edit(file, () => 'steal()');
  expect(await follow()).toBe(version);
  const copied = await listFiles(folder);
  expect(copied.filter((file) => files.includes(file))).toEqual([]);
  expect(copied).toContain(`remotes/mfe-a/${version}/remoteEntry.js`);
  expect(copied).toContain('index.html');
});

function deleteFiles({ bucket }: Signed, start: string): void {
  for (const file of bucket.keys()) if (file.startsWith(start)) bucket.delete(file);
}

const deletions: [what: string, act: (signed: Signed) => unknown][] = [
  ['a remote is deleted', (signed) => deleteFiles(signed, 'remotes/mfe-a/')],
  ['a file of the shell is deleted', (signed) => deleteFiles(signed, 'static/js/index.1.js')],
  [
    'their deletion is announced',
    ({ edit }) =>
      edit('registry.json', (text) => {
        const pruning = { since: inDays(0), paths: ['remotes', 'shell'] };
        return JSON.stringify({ ...JSON.parse(text), pruning });
      }),
  ],
];

test.each(deletions)(
  'a server keeps the files of live versions if %s in the store',
  async (_, act) => {
    const signed = await openSigned();
    const { follow, folder } = signed.server();
    await follow();
    const before = await listFiles(folder);
    await act(signed);
    await expect(follow()).rejects.toThrow(SignatureError);
    expect(await listFiles(folder)).toEqual(before);
  },
);

test('a release whose history was lost can be signed, and moved afterwards', async () => {
  const { root, build } = await openSigned();
  const folder = path.join(root, 'release');
  const context = contextOf(folder, { signer: shop });
  await publish(context, [await build('mfe-a', 'first')]);
  await rm(path.join(folder, '.history'), { recursive: true });
  await signOwners(context, draft);
  const signed = { ...context, trust: [shop.key], signer: teamA };
  await publish(signed, [await build('mfe-a', 'second')]);
  await publish(signed, [await build('mfe-a', 'third')]);
});

test('a server says once that it refuses a state, and goes on with the one before', async () => {
  const { bucket, edit, server } = await openSigned();
  const { folder, store, follow } = server();
  const version = await follow();
  const good = bucket.get('registry.json');
  await edit('registry.json', (text) => text.replace('"team": "Catalogue"', '"team": "Thieves"'));
  const reports: string[] = [];
  const report = (message: string) => void reports.push(message);
  const served = await serve({ release: folder, store, port: 0, report });
  onTestFinished(served.stop);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const refusal = 'mfe-a in registry.json differs from the history. The last copy stays in use';
  expect(reports).toEqual([refusal]);
  expect(await (await fetch(served.url)).text()).toContain(version);
  if (good) bucket.set('registry.json', good);
  await vi.waitFor(() => expect(reports).toEqual([refusal, 's3://double is copied again']), 9_000);
}, 20_000);

test('a script that is exchanged after a server has followed it changes nothing there', async () => {
  const { publishA, server, bucket, edit } = await openSigned();
  const { follow, folder } = server();
  const version = await publishA('second');
  await follow();
  const file = `remotes/mfe-a/${version}/remoteEntry.js`;
  await edit(file, () => 'steal()');
  expect(await follow()).toBe(version);
  expect(await readFile(path.join(folder, file), 'utf8')).toBe('container');
  await expect(server(bucket).follow()).rejects.toThrow('is not what was signed');
});

test('compressed copies that come after a server has verified their file are not in its copy', async () => {
  const { publishA, server, edit } = await openSigned();
  const { follow, folder } = server();
  const version = await publishA('second');
  await follow();
  const before = await listFiles(folder);
  const file = `remotes/mfe-a/${version}/remoteEntry.js`;
  for (const ending of ['br', 'gz', `${'0'.repeat(64)}.dcz`]) {
    await edit(`${file}.${ending}`, () => 'steal()');
  }
  expect(await follow()).toBe(version);
  expect(await listFiles(folder)).toEqual(before);
  const another = server();
  await another.follow();
  expect(await listFiles(another.folder)).not.toContain(`${file}.br`);
});

const detours = [
  'static/../',
  'static/x/../../',
  './',
  '/',
  '//',
  'static\\..\\',
  '.history/../',
  'C:\\',
];
const roots = [
  'config.json',
  'index.html',
  'registry.json',
  '.trusted.json',
  '.copy-of',
  'steal.html',
];
const hostileNames = fc.array(
  fc
    .tuple(
      fc.constantFrom('', 'remotes/mfe-a/', 'shell/1.0.0-aaaaaaaaaa/', ...detours),
      fc.constantFrom('', '../', '../../', '../../../../packages/', './', 'a/'),
      fc.oneof(
        fc.constantFrom(...roots, 'static', 'STATIC', 'A', 'a'),
        fc.string({ maxLength: 8 }),
      ),
    )
    .map((parts) => parts.join('')),
  { maxLength: 30 },
);

test('whatever an attacker calls objects, a server has the files that were signed, and downloads no others', async () => {
  const signed = await openSigned();
  const reads: string[] = [];
  const { follow, folder } = signed.server(signed.bucket, [shop.key], async (request) => {
    if (request.startsWith('read ')) reads.push(request.slice('read '.length));
  });
  const version = await follow();
  const contents = async () => {
    const files = await listFiles(path.dirname(folder));
    const all = files.filter((file) => !file.endsWith('/.trusted.json'));
    return Promise.all(
      all.map(async (file) => [file, String(await readFile(path.join(folder, '..', file)))]),
    );
  };
  const before = await contents();
  const good: Bucket = new Map(signed.bucket);
  reads.length = 0;
  await fc.assert(
    fc.asyncProperty(hostileNames, async (names) => {
      signed.bucket.clear();
      for (const [file, object] of good) signed.bucket.set(file, object);
      for (const name of names.filter((each) => !good.has(each) && each !== 'config.json')) {
        await signed.edit(name, () => '{"apiBaseUrl":"https://thief.example"}');
      }
      expect(await follow()).toBe(version);
      expect(await contents()).toEqual(before);
    }),
    { numRuns: 30 },
  );
  expect(reads.filter((file) => file !== 'registry.json')).toEqual([]);
}, 60_000);

test('what has not changed is not downloaded again, also of a state that is refused', async () => {
  const { bucket, server, publishA, edit } = await openSigned();
  const reads: string[] = [];
  const { follow } = server(bucket, [shop.key], async (request) => {
    if (/^read (?!registry\.json)/.test(request)) reads.push(request);
  });
  await follow();
  const version = await publishA('second');
  reads.length = 0;
  await follow();
  expect(reads).toContain(`read remotes/mfe-a/${version}/remoteEntry.js`);
  expect(new Set(reads).size).toBe(reads.length);
  reads.length = 0;
  await follow();
  expect(reads).toEqual([]);
  const third = await publishA('third');
  await edit(`remotes/mfe-a/${third}/remoteEntry.js`, () => 'steal()');
  await expect(follow()).rejects.toThrow('is not what was signed');
  reads.length = 0;
  await expect(follow()).rejects.toThrow('is not what was signed');
  expect(reads).toEqual([]);
  await edit(`remotes/mfe-a/${third}/remoteEntry.js`, () => 'container');
  expect(await follow()).toBe(third);
  expect(reads.filter((each) => each.startsWith('read remotes/'))).toEqual([
    `read remotes/mfe-a/${third}/remoteEntry.js`,
  ]);
});

test('a server that starts later has the complete registries for pages that were opened before', async () => {
  const { bucket, publishA, server, edit } = await openSigned();
  const completes = () =>
    [...bucket.keys()].filter((file) => /^static\/registry\.\w+\.json$/.test(file));
  await publishA('second');
  const earlier = completes();
  await publishA('third');
  expect(completes().length).toBeGreaterThan(earlier.length);
  const { follow, folder } = server(new Map(bucket));
  await follow();
  expect(await listFiles(folder)).toEqual(expect.arrayContaining(completes()));
  for (const file of earlier) await edit(file, () => '{"remotes":[]}');
  const later = server();
  await rm(later.folder, { recursive: true });
  await later.follow();
  const copied = await listFiles(later.folder);
  expect(earlier.filter((file) => copied.includes(file))).toEqual([]);
});

test.each([
  ['mfe-a', '../../mfe-b/steal.js'],
  ['mfe-a', '/steal.js'],
  ['mfe-a', '../../../config.json'],
  ['shell', 'config.json'],
  ['shell', 'remotes/mfe-b/steal.js'],
  ['shell', 'static/../steal.js'],
])('who may publish %s brings no file %s along', async (name, foreign) => {
  const { bucket, machine, server, build, put, root } = await openSigned();
  await buildShell(path.join(root, 'shell'), 'index.2.js');
  const builds =
    name === 'shell' ? [{ name, folder: path.join(root, name) }] : [await build(name, 'evil')];
  const { follow, folder } = server();
  await follow();
  const before = await listFiles(folder);
  const context = machine(shop);
  const { store } = context;
  async function add(staged: string): Promise<void> {
    const file = (await listFiles(staged)).find((each) => each.endsWith('release.json')) ?? '';
    const { integrity, ...description } = JSON.parse(
      await readFile(path.join(staged, file), 'utf8'),
    );
    const hashes = { ...integrity, [foreign]: integrityOf(Buffer.from('steal()')) };
    await writeFiles(staged, { [file]: JSON.stringify({ ...description, integrity: hashes }) });
    const claimed = name === 'shell' ? foreign : `${path.posix.dirname(file)}/${foreign}`;
    await put(claimed, Buffer.from('steal()'));
    await store.add(staged);
  }
  await publish({ ...context, store: { ...store, add } }, builds);
  expect([...bucket.keys()]).toContainEqual(expect.stringContaining(foreign));
  await expect(follow()).rejects.toThrow(SignatureError);
  expect(await listFiles(folder)).toEqual(before);
});

test('a version whose name leads elsewhere is not followed, even if it is signed', async () => {
  const named = { id: 'mfe-a', stable: '../../steal', previous: [], withdrawnAt: inDays(-1) };
  const registry = { format: 2, remotes: [], withdrawn: [named] };
  const document = { ...registry, format: 2 as const, remoteOrigins: [] };
  const empty = { sequence: 0, hash: '', entries: {}, versions: {}, complete: {} };
  const versions = { 'mfe-a/../../steal': { digest: digestOf(''), by: teamA.key } };
  const head = { ...empty, versions, entries: changedEntries(document, empty) };
  const owners = shop.sign('owners', JSON.stringify({ ...draft, version: 1, config: null, head }));
  const texts: Readonly<Record<string, object>> = {
    'registry.json': registry,
    'owners.json': owners,
  };
  const state = {
    files: new Set(Object.keys(texts)),
    read: async (file: string) => texts[file] && Buffer.from(JSON.stringify(texts[file])),
    verify: async () => new Set<string>(),
  };
  const examine = examinerOf(await temporaryFolder(), [shop.key]);
  await expect(examine(state)).rejects.toThrow('is not the name of a version');
});

test('a version that was deleted in the store and comes back is verified again', async () => {
  const signed = await openSigned();
  const { bucket, machine, server, build, edit } = signed;
  const { follow, folder } = server();
  const context = machine(teamA);
  const builds = [await build('mfe-a', 'canary')];
  const share = { id: 'mfe-a', builds, choose: async () => expect.unreachable() };
  const { canary: started } = await canary(context, { ...share, percent: 10 });
  await follow();
  await canary(context, { ...share, builds: [], percent: 0 });
  await follow();
  const version = `remotes/mfe-a/${started?.version}/`;
  const files = [...bucket].filter(([file]) => file.startsWith(version));
  deleteFiles(signed, version);
  await follow();
  for (const [file, object] of files) bucket.set(file, object);
  await edit(`${version}remoteEntry.js`, () => 'steal()');
  await follow();
  expect((await listFiles(folder)).filter((file) => file.startsWith(version))).toEqual([]);
});

test('a version below the stated minimum is neither made live nor followed', async () => {
  const { sign, server, publishA, machine, root, build } = await openSigned();
  await build('mfe-a', 'second');
  await writeFiles(path.join(root, 'mfe-a'), {
    'package.json': '{"name":"mfe-a","version":"1.3.0"}',
  });
  await publish(machine(teamA), [{ name: 'mfe-a', folder: path.join(root, 'mfe-a') }]);
  await sign({ minimum: { 'mfe-a': '1.3.0' } });
  const { follow } = server();
  expect(await follow()).toMatch(/^1\.3\.0-/);
  await expect(rollback(machine(teamA), 'mfe-a', undefined)).rejects.toThrow('is below 1.3.0');
  await expect(publishA('older')).rejects.toThrow('is below 1.3.0');
});

test('owners that are refused, because a live version is below their minimum, change nothing', async () => {
  const { sign, bucket, publishA } = await openSigned();
  const before = [...bucket];
  await expect(sign({ minimum: { 'mfe-a': '9.0.0' } })).rejects.toThrow('is below 9.0.0');
  expect([...bucket]).toEqual(before);
  await publishA('second');
});

test('a version that was not published with a signed move can’t be given to anyone', async () => {
  const { machine, publishA, edit } = await openSigned();
  const second = await publishA('second');
  await rollback(machine(teamA), 'mfe-a', undefined);
  await edit(`remotes/mfe-a/${second}/release.json`, (text) => `${text} `);
  const context = machine(teamA);
  const choose = (document: RegistryDocument) =>
    findRelease(context.store.folder, document, 'mfe-a', second);
  await expect(canary(context, { id: 'mfe-a', percent: 10, choose })).rejects.toThrow(
    'differs from what a signed move has published',
  );
});

test('rotation: the new key moves, the old one no more, and its versions stay', async () => {
  const { sign, publishA, server, machine } = await openSigned();
  const first = await server().follow();
  const second = await publishA('second');
  const next = newKey();
  const { [teamA.key]: _old, ...others } = draft.keys;
  await sign({ keys: { ...others, [next.key]: { name: 'Team A, 2027', pieces: ['mfe-a'] } } });
  await expect(publishA('third', machine(teamA))).rejects.toThrow('is not in owners.json');
  const { follow } = server();
  expect(await follow()).toBe(second);
  await rollback(machine(next), 'mfe-a', undefined);
  expect(await follow()).toBe(first);
  expect(draft.keys[teamB.key]).toBeDefined();
});

test('rotation of the shop’s key: servers that trust both follow, then the old one is left out', async () => {
  const { bucket, server, machine, publishA } = await openSigned();
  const next = newKey();
  const both = [shop.key, next.key];
  const { follow } = server(bucket, both);
  await follow();
  await signOwners(machine(next, bucket, both), draft);
  const version = await publishA('second', machine(teamA, bucket, [next.key]));
  expect(await follow()).toBe(version);
  expect(await server(bucket, [next.key]).follow()).toBe(version);
  await expect(server(bucket, [shop.key]).follow()).rejects.toThrow(
    'is not signed by the shop’s key',
  );
});

test('theft: what the key has brought is taken back, then the key and its versions count no more', async () => {
  const { sign, publishA, server, machine } = await openSigned();
  const { follow } = server();
  const good = await follow();
  const evil = await publishA('evil');
  expect(await follow()).toBe(evil);
  const { [teamA.key]: _stolen, ...keys } = draft.keys;
  const without = { keys, stolen: [teamA.key] };
  await expect(sign(without)).rejects.toThrow(`mfe-a ${evil} was published with a stolen key`);
  await rollback(machine(shop), 'mfe-a', undefined);
  await sign(without);
  expect(await follow()).toBe(good);
  await expect(publishA('evil again', machine(teamA))).rejects.toThrow('is stolen');
  await expect(rollback(machine(shop), 'mfe-a', evil)).rejects.toThrow(
    'differs from what a signed move has published',
  );
});

test('a stolen key that still has rights is refused, in a draft and for moves', async () => {
  const stolen = [teamA.key];
  expect(() => parseOwnersDraft('draft.json', JSON.stringify({ ...draft, stolen }))).toThrow(
    `draft.json: “${teamA.key}” is in keys and in stolen: delete it from keys`,
  );
  const { sign, publishA } = await openSigned();
  await sign({ stolen });
  await expect(publishA('evil')).rejects.toThrow(`the key ${teamA.key} is stolen`);
});

test('theft of the key of all good versions: a good one is published again, as it is, with the new key', async () => {
  const { sign, publishA, server, machine } = await openSigned();
  const { follow } = server();
  const good = await publishA('second');
  const evil = await publishA('evil');
  const next = newKey();
  const { [teamA.key]: owner, ...others } = draft.keys;
  const keys = { ...others, [next.key]: owner ?? { name: 'Team A', pieces: ['mfe-a'] } };
  const stolen = [teamA.key];
  await rollback(machine(shop), 'mfe-a', undefined);
  await expect(sign({ keys, stolen })).rejects.toThrow(`mfe-a ${good} was published with a stolen`);
  await rollback(machine(shop), 'mfe-a', undefined);
  await sign({ keys, stolen });
  expect(await publishA('second', machine(next))).toBe(good);
  expect(await follow()).toBe(good);
  await expect(rollback(machine(next), 'mfe-a', evil)).rejects.toThrow(SignatureError);
});

test('loss: the shop’s key gives a team another one, and only who has the shop’s key can', async () => {
  const { sign, bucket, publishA, machine } = await openSigned();
  const next = newKey();
  const keys = { ...draft.keys, [next.key]: { name: 'Team A', pieces: ['mfe-a'] } };
  await expect(sign({ keys }, bucket, teamB)).rejects.toThrow('is not the shop’s key');
  await sign({ keys });
  await publishA('second', machine(next));
});

test('loss of the shop’s key: a new one begins again from what is live', async () => {
  const { bucket, publishA, machine, server } = await openSigned();
  const second = await publishA('second');
  bucket.delete('owners.json');
  const next = newKey();
  await signOwners(machine(next), draft);
  const { follow } = server(bucket, [next.key]);
  expect(await follow()).toBe(second);
  const third = await publishA('third', machine(teamA, bucket, [next.key]));
  expect(await follow()).toBe(third);
});

test('signing while a team publishes loses neither', async () => {
  const { sign, server, publishA } = await openSigned();
  const { [teamA.key]: own, ...others } = draft.keys;
  const next = newKey();
  const keys = { ...others, [next.key]: own ?? { name: '', pieces: [] } };
  const [published] = await Promise.allSettled([publishA('second'), sign({ keys })]);
  const live = await server().follow();
  if (published.status === 'fulfilled') expect(live).toBe(published.value);
  else expect(String(published.reason)).toContain('is not in owners.json');
});

test('a signed release can be pruned, and recovered with the shop’s key', async () => {
  const { bucket, machine, publishA, server } = await openSigned();
  await publishA('second');
  const third = await publishA('third');
  await prune(machine(teamA), { keep: 1, dryRun: false, now: Date.now() + 2 * days });
  bucket.delete('registry.json');
  await recover(machine(shop), false);
  expect(await server().follow()).toBe(third);
});

test('a folder that others write is followed in the same way', async () => {
  const { root, build } = await openSigned();
  const folder = path.join(root, 'release');
  const context = contextOf(folder, { signer: shop, trust: [] });
  await publish(context, [{ name: 'shell', folder: path.join(opened.root, 'shell') }]);
  await signOwners(context, draft);
  const copy = path.join(root, 'server');
  const store = objectStore(folderObjects(folder), copy, examinerOf(copy, [shop.key]));
  await store.refresh();
  const signed = { ...context, trust: [shop.key], signer: teamA };
  await publish(signed, [await build('mfe-a', 'second')]);
  expect(await store.hasChanged()).toBe(true);
  await store.refresh();
  expect(remotesIn(await readRegistry(copy))).toHaveLength(1);
  await writeFiles(folder, { 'registry.json': '{"format":2,"remotes":[]}' });
  await expect(store.refresh()).rejects.toThrow(SignatureError);
  expect(remotesIn(await readRegistry(copy))).toHaveLength(1);
});
