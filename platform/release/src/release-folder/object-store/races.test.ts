import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseRegistry } from '@patchwork/host';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { canary } from '../../commands/canary.ts';
import { list } from '../../commands/list.ts';
import { prune } from '../../commands/prune.ts';
import { publish } from '../../commands/publish.ts';
import { rollback } from '../../commands/rollback.ts';
import { ReleaseError } from '../../errors.ts';
import { type Bucket, type Machine, openBucket } from '../../testing/bucket.ts';
import { createRandom } from '../../testing/random.ts';
import {
  buildRemote,
  buildShell,
  contextOf,
  expectTrueHistory,
  temporaryFolder,
} from '../../testing/release.ts';
import { readHistory } from '../history.ts';
import { folderOfVersion } from '../layout.ts';
import { type RegistryDocument, readRegistry, remotesIn } from '../registry.ts';
import { readShellRelease } from '../release-file.ts';
import { findRelease } from '../versions.ts';
import { objectStore } from './object-store.ts';

/** Seeds to run: RACES=1-500 runs all of these. */
const [first = Date.now() % 100_000, last = first + 3] = (process.env.RACES ?? '')
  .split('-')
  .filter((text) => text !== '')
  .map(Number);

const ids = ['mfe-a', 'mfe-b'];
/** Number of requests within which a machine dies: more than three commands need. */
const LONGEST = 130;
const days = 24 * 60 * 60 * 1000;

class Killed extends Error {}

const opened: Bucket = new Map();
let builds = '';
let copied = '';

/** Builds two remotes and the shell, four of each, and publishes the first two of each. */
beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'patchwork-races-'));
  afterAll(() => rm(root, { recursive: true, force: true }));
  [builds, copied] = [path.join(root, 'builds'), path.join(root, 'copy')];
  const context = contextOf(copied, { store: objectStore(openBucket(opened), copied) });
  for (const index of [0, 1, 2, 3]) {
    const folder = path.join(builds, String(index));
    for (const id of ids) {
      const route = `/${id}`;
      await buildRemote(path.join(folder, id), { id, route, code: `code ${index}` });
    }
    await buildShell(path.join(folder, 'shell'), `index.${index}.js`);
    const pieces = ['shell', ...ids].map((name) => ({ name, folder: path.join(folder, name) }));
    if (index < 2) await publish(context, pieces);
  }
}, 60_000);

/** Fails when registry.json names a file that is not in the bucket. */
function requireNamedFiles(bucket: Bucket, changed: string): void {
  const text = bucket.get('registry.json')?.content.toString();
  if (text === undefined) return;
  const document = JSON.parse(text);
  const named: string[] = parseRegistry(document, 'any').registry.remotes.flatMap((remote) =>
    [remote.stable, remote.canary?.release, ...remote.previous].flatMap((version) =>
      version
        ? [...Object.keys(version.integrity), 'release.json'].map(
            (file) => `${folderOfVersion('', version.id, version.version)}/${file}`,
          )
        : [],
    ),
  );
  for (const version of document.shell
    ? [document.shell.version, ...document.shell.previous]
    : []) {
    const file = `shell/${version}/release.json`;
    named.push(file);
    const described = bucket.get(file)?.content.toString();
    if (described) named.push(...Object.keys(JSON.parse(described).integrity));
  }
  const missing = named.filter((file) => !bucket.has(file));
  if (missing.length > 0) throw new Error(`after ${changed}: missing ${missing.join(', ')}`);
}

type Command = (context: ReturnType<typeof contextOf>) => Promise<unknown>;

/** Returns a command that moves something, by a number from 0 to 1. */
function commandOf(random: () => number): readonly [string, Command] {
  const id = random() < 0.5 ? 'mfe-a' : 'mfe-b';
  const build = path.join(builds, String(Math.floor(random() * 3)));
  const piece = (name: string) => ({ name, folder: path.join(build, name) });
  const choose = (context: ReturnType<typeof contextOf>) => (document: RegistryDocument) =>
    findRelease(context.store.folder, document, id, 'previous');
  const commands: [string, Command][] = [
    [`publish ${id}`, (context) => publish(context, [piece(id)])],
    ['publish shell', (context) => publish(context, [piece('shell'), piece(id)])],
    [`canary ${id}`, (context) => canary(context, { id, percent: 10, choose: choose(context) })],
    [`rollback ${id}`, (context) => rollback(context, id, undefined)],
    ['prune', (context) => prune(context, { keep: 0, dryRun: false, now: Date.now() + 2 * days })],
  ];
  return commands[Math.floor(random() * commands.length)] ?? ['', async () => undefined];
}

/**
 * Lets two machines wait for each other before each of their moves, until one of them has ended: most of a command is
 * work without requests, and what is to be tested is its end.
 */
function createMeeting() {
  let other: (() => void) | undefined;
  let isOver = false;
  return {
    async meet(): Promise<void> {
      if (isOver) return;
      if (other) other();
      else {
        await new Promise<void>((resolve) => {
          other = resolve;
        });
      }
      other = undefined;
    },
    end(): void {
      isOver = true;
      other?.();
    },
  };
}

interface Outcome {
  readonly records: string[];
  readonly failures: unknown[];
}

/** Runs three commands on a machine. Returns the ids of the moves whose commands have ended well. */
async function runCommands(
  objects: ReturnType<typeof openBucket>,
  folder: string,
  commands: readonly (readonly [string, Command])[],
  live: () => void,
): Promise<Outcome> {
  const outcome: Outcome = { records: [], failures: [] };
  for (const [, command] of commands) {
    try {
      // A command of the terminal begins in this way, too.
      const store = objectStore(objects, folder);
      await store.refresh();
      live();
      let written: string | undefined;
      const context = contextOf(folder, { store });
      await command({
        ...context,
        store: {
          ...store,
          async replace(file, content) {
            await store.replace(file, content);
            if (file === 'registry.json') written = JSON.parse(String(content)).lastMove;
          },
        },
      });
      if (written !== undefined) outcome.records.push(written);
    } catch (error) {
      if (error instanceof Killed) break;
      if (!(error instanceof ReleaseError)) outcome.failures.push(error);
    }
  }
  return outcome;
}

test('a version that another machine deletes while the gate is asked is not moved to', async () => {
  const root = await temporaryFolder();
  const bucket: Bucket = new Map(opened);
  const machine = (name: string) => {
    const folder = path.join(root, name);
    cpSync(copied, folder, { recursive: true });
    const objects = openBucket(bucket, { check: (file) => requireNamedFiles(bucket, file) });
    return contextOf(folder, { store: objectStore(objects, folder) });
  };
  const [first, second] = [machine('a'), machine('b')];
  const { before } = await rollback(first, 'mfe-a', undefined);
  const deletesMeanwhile = async () => {
    await prune(second, { keep: 0, dryRun: false, now: Date.now() + 2 * days });
    return [];
  };
  await expect(rollback({ ...first, gate: deletesMeanwhile }, 'mfe-a', before)).rejects.toThrow(
    ReleaseError,
  );
  const { remotes } = JSON.parse(String(bucket.get('registry.json')?.content));
  expect(remotes[0].stable.version).not.toBe(before);
});

test.for(Array.from({ length: last - first + 1 }, (_, index) => first + index))(
  'two machines change an object store at once, and one is killed: no pointer to a missing file, no lost move (RACES=%i)',
  { timeout: 120_000 },
  async (seed) => {
    const root = await temporaryFolder();
    const random = createRandom(seed);
    const bucket: Bucket = new Map(opened);
    const check = (file: string) => requireNamedFiles(bucket, file);
    for (const name of ['a', 'b', 'c']) {
      cpSync(copied, path.join(root, name), { recursive: true });
    }
    // So many consecutive seeds kill one of the machines at each of its requests; a few are spread over them.
    let requests = 0;
    const diesAt = (seed * 37) % LONGEST;
    const live = () => {
      requests += 1;
      if (requests > diesAt) throw new Killed();
    };
    const { meet, end } = createMeeting();
    const pause = async (request: string) => {
      if (request.startsWith('write .history/pending')) await meet();
      for (let turns = Math.floor(random() * 4); turns > 0; turns -= 1) {
        await new Promise(setImmediate);
      }
    };
    const common: Machine = { pause, check, isUnlucky: () => random() < 0.02 };
    const three = () => [1, 2, 3].map(() => commandOf(random));
    const [dying, surviving] = [three(), three()];
    const outcomes = await Promise.all([
      runCommands(
        openBucket(bucket, { ...common, live }),
        path.join(root, 'a'),
        dying,
        live,
      ).finally(end),
      runCommands(
        openBucket(bucket, common),
        path.join(root, 'b'),
        surviving,
        () => undefined,
      ).finally(end),
    ]);
    const names = [...dying, '|', ...surviving].map(([name]) => name).join(', ');
    expect(
      outcomes.flatMap(({ failures }) => failures),
      names,
    ).toEqual([]);
    // The announcement of a killed prune counts for five minutes.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    // A third machine finds a whole shop, and can go on.
    const folder = path.join(root, 'c');
    const store = objectStore(openBucket(bucket, { check }), folder);
    const third = contextOf(folder, { store });
    await publish(third, [{ name: 'mfe-a', folder: path.join(builds, '3/mfe-a') }]);
    await expectTrueHistory(folder);
    const document = await readRegistry(folder);
    const { records } = await readHistory(folder, document);
    const made = new Set(records.map(({ id }) => id));
    for (const id of outcomes.flatMap((outcome) => outcome.records)) {
      expect(made, `a move is lost: ${names}`).toContain(id);
    }
    expect((await list(folder)).current).toBe(true);
    expect(remotesIn(document)).toHaveLength(2);
    await readShellRelease(folder, document.shell?.version ?? '');
    // The copy is what is stored.
    await rm(folder, { recursive: true });
    await store.refresh();
    expect((await list(folder)).current).toBe(true);
  },
);
