import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '@patchwork/cli/local-server';
import { openStore } from '@patchwork/cli/s3';
import {
  createKey,
  folderStore,
  publish,
  type ReleaseContext,
  readSigner,
  serve,
  signOwners,
} from '@patchwork/release';
import { type Bucket, createBucket, createObject } from '@patchwork/release/testing/s3-bucket';
import { buildRemote, buildShell } from '@patchwork/release/testing-builds';

const PREFIX = 'live/';
const REGISTRY = `${PREFIX}registry.json`;
/** The shop has no config.json, as many have none: then its server's own settings count. */
const CONFIG = { apiBaseUrl: 'https://api.shop.example' };
const STOLEN = '{"apiBaseUrl":"https://thief.example"}';

/** Number of further objects that the attacker writes: a server that downloads them is busy for longer. */
const JUNK = 500;
/** Milliseconds between two requests of a visitor. */
const POLL_MS = 400;
/** Milliseconds within which a server notices that registry.json has another tag, with room for a busy machine. */
const NOTICED_MS = 10_000;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Publishes and signs a shop with one remote. Returns the public key and the release's files. */
async function signShop(root: string) {
  const release = path.join(root, 'release');
  const signer = readSigner(createKey().privateKey, 'a key');
  const context: ReleaseContext = {
    store: folderStore(release),
    signer,
    gate: async () => [],
    progress: () => undefined,
    warn: () => undefined,
  };
  const pieces = ['shell', 'mfe-a'].map((name) => ({ name, folder: path.join(root, name) }));
  await buildShell(path.join(root, 'shell'));
  await buildRemote(path.join(root, 'mfe-a'), { id: 'mfe-a', route: '/a' });
  await publish(context, pieces);
  await signOwners(context, {
    expires: '2100-01-01T00:00:00Z',
    keys: {},
    minimum: {},
    repositories: {},
    stolen: [],
  });
  const names = (await filesIn(release)).filter((file) => !/^\.(?:lock|trusted)/.test(file));
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(release, name))] as const),
  );
  return { key: signer.key, files: new Map(files) };
}

/** Ways to write a path, so that a program which joins it with a folder writes to `target`. */
const detours = [
  (target: string) => `static/../${target}`,
  (target: string) => `static/./../${target}`,
  (target: string) => `static//../${target}`,
  (target: string) => `static/x/../../${target}`,
  (target: string) => `remotes/mfe-a/1.0.0-aaaaaaaaaa/../../../${target}`,
  (target: string) => `shell/1.0.0-aaaaaaaaaa/../../${target}`,
  (target: string) => `.history/../${target}`,
  (target: string) => `./${target}`,
  (target: string) => `/${target}`,
  (target: string) => `static\\..\\${target}`,
  (target: string) => `static/..\\..\\${target}`,
  (target: string) => `C:\\${target}`,
  (target: string) => target.toUpperCase(),
  (target: string) => `${target}/file`,
  (target: string) => `${target}.br`,
];

/** Returns the attacker's names, in groups: one group must not stop a server before it has seen the next one. */
function hostileNames(files: readonly string[], outside: string): readonly (readonly string[])[] {
  const inside = detours.map((detour) => ['config.json', ...files].map(detour));
  const leading = ['../', '../../', '../../../', '../../../../'].map((up) => [
    `${up}escaped`,
    `static/${up}escaped`,
    `static/x/${up}escaped`,
  ]);
  return [
    ...[...inside, ...leading],
    [`${outside}/escaped`, `static/${outside}/escaped`],
    ['static', 'remotes', 'registry.json/file'],
    ['static/a', 'static/a/b', 'static/A'],
    ['static/registry.0123456789.json', 'steal.html', 'static/js/steal.0123456789.js'],
  ];
}

/** Gives the registry another tag, as if it had been written again. */
function touchRegistry({ objects }: Bucket): void {
  const registry = objects.get(REGISTRY);
  if (registry) objects.set(REGISTRY, { ...registry, tag: `"${randomUUID()}"` });
}

/** Waits until the server has copied the bucket once more. */
async function nextCopy(bucket: Bucket): Promise<void> {
  const lists = () => bucket.requests.filter(({ verb }) => verb === 'list').length;
  const before = lists();
  const end = performance.now() + NOTICED_MS;
  while (lists() < before + 1 && performance.now() < end) {
    touchRegistry(bucket);
    await wait(100);
  }
  // The copy that has begun.
  await wait(300);
}

/** Starts a server of a signed shop that follows a bucket. */
async function openAttacked(root: string) {
  const bucket = createBucket();
  const storage = await listen(bucket.handle);
  const caches = path.join(root, 'caches/home');
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL: storage.url, AWS_REGION: 'us-east-1', XDG_CACHE_HOME: caches },
    ...{ AWS_ACCESS_KEY_ID: 'thief', AWS_SECRET_ACCESS_KEY: 'thief' },
  });
  const { key, files } = await signShop(root);
  function restore(): void {
    bucket.objects.clear();
    for (const [file, content] of files) {
      bucket.objects.set(PREFIX + file, createObject(content));
    }
  }
  restore();
  const store = await openStore(`s3://shop/${PREFIX}`, 'serve', [key]);
  const server = await serve({
    ...{ release: store.folder, store, port: 0, defaultConfig: CONFIG, report: () => undefined },
  });
  return {
    bucket,
    files,
    restore,
    steal: (name: string) => {
      if (!files.has(name)) {
        bucket.objects.set(PREFIX + name, createObject(Buffer.from(STOLEN)));
      }
    },
    config: async () => (await fetch(`${server.url}/config.json`)).text(),
    copy: path.relative(root, store.folder),
    async stop() {
      await server.stop();
      await storage.stop();
    },
  };
}

type Attacked = Awaited<ReturnType<typeof openAttacked>>;

/** Returns at how many of the polls of a visitor /config.json was the attacker's. */
async function stealConfig({ bucket, steal, config }: Attacked, polls: number): Promise<number> {
  steal('static/../config.json');
  for (let index = 0; index < JUNK; index += 1) steal(`static/js/junk.${index}.js`);
  let stolen = 0;
  for (let poll = 0; poll < polls; poll += 1) {
    touchRegistry(bucket);
    await wait(POLL_MS);
    if ((await config()) !== JSON.stringify(CONFIG)) stolen += 1;
  }
  return stolen;
}

interface KeysResult {
  /** Number of polls at which /config.json was the attacker's. */
  readonly stolen: number;
  /** Files that the attack has added to what the server sends. */
  readonly foreign: readonly string[];
  /** Files that it has added elsewhere. */
  readonly outside: readonly string[];
  /** Number of the attacker's objects that the server has downloaded. */
  readonly downloads: number;
  /** Number of the shop's own files that it has downloaded again. */
  readonly repeated: number;
  readonly names: number;
}

/**
 * Serves a signed shop from a bucket, in which an attacker then writes objects with hostile names, and asks for
 * /config.json meanwhile.
 */
async function attackKeys(polls: number): Promise<KeysResult> {
  const root = await mkdtemp(path.join(tmpdir(), 'patchwork-keys-'));
  try {
    const attacked = await openAttacked(root);
    const { bucket, files, copy, restore, steal } = attacked;
    try {
      const before = await filesIn(root);
      const first = bucket.requests.length;
      const stolen = await stealConfig(attacked, polls);
      const groups = hostileNames([...files.keys()], path.join(root, 'outside'));
      for (const group of groups) {
        restore();
        for (const name of group) steal(name);
        await nextCopy(bucket);
      }
      const added = (await filesIn(root)).filter((file) => !before.includes(file));
      const isServed = (file: string) => file.startsWith(copy + path.sep);
      const reads = bucket.requests
        .slice(first)
        .filter(({ verb }) => verb === 'get')
        .map(({ key }) => key.slice(PREFIX.length));
      const isShops = (file: string) => files.has(file);
      return {
        stolen,
        foreign: added.filter(isServed),
        outside: added.filter((file) => !isServed(file)),
        downloads: reads.filter((file) => !isShops(file)).length,
        repeated: reads.filter((file) => isShops(file) && file !== 'registry.json').length,
        names: groups.flat().length + JUNK + 1,
      };
    } finally {
      await attacked.stop();
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Prints what an attack with hostile names has reached. */
export async function soakKeys(log: (line: string) => void): Promise<void> {
  const polls = 25;
  const { stolen, foreign, outside, downloads, repeated, names } = await attackKeys(polls);
  const say = (isHeld: boolean, text: string) => log(`${isHeld ? 'held  ' : 'BROKEN'} ${text}`);
  say(stolen === 0, `/config.json was the attacker’s at ${stolen} of ${polls} polls`);
  say(foreign.length === 0, `${foreign.length} foreign files in the copy ${foreign.join(', ')}`);
  say(outside.length === 0, `${outside.length} files elsewhere ${outside.join(', ')}`);
  say(downloads === 0, `${downloads} downloads of ${names} objects with hostile names`);
  say(repeated === 0, `${repeated} of the shop’s unchanged files were downloaded again`);
}
