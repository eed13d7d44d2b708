import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { BuiltPiece } from '../build/built-files.ts';
import { canary, promote } from '../commands/canary.ts';
import { type Published, publish } from '../commands/publish.ts';
import { rollback } from '../commands/rollback.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { type AddedPiece, withStaged } from '../pointers/staging.ts';
import { listFiles } from '../release-folder/files.ts';
import { type PieceState, readHistory, statesIn } from '../release-folder/history.ts';
import { readRegistry } from '../release-folder/registry.ts';
import { folderStore } from '../release-folder/store.ts';
import { findRelease } from '../release-folder/versions.ts';
import { buildRemote, buildShell } from './builds.ts';

export { buildRemote, buildShell, longText, writeFiles } from './builds.ts';

/** Creates an empty folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Expects `doing` to reject with an error of this kind whose message contains `text`. */
export async function expectFailure(
  doing: Promise<unknown>,
  kind: abstract new (...args: never[]) => Error,
  text: string,
): Promise<void> {
  const failure = await doing.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(kind);
  expect(String(failure)).toContain(text);
}

/** Returns a context whose gate allows everything. */
export const contextOf = (
  release: string,
  changes: Partial<ReleaseContext> = {},
): ReleaseContext => ({
  store: folderStore(release),
  gate: async () => [],
  progress: () => undefined,
  warn: () => undefined,
  ...changes,
});

/** Publishes one piece whose folder is named after it. */
export async function publishPiece(piece: string, context: ReleaseContext): Promise<Published> {
  const [published] = await publish(context, [{ name: path.basename(piece), folder: piece }]);
  if (!published) throw new Error('nothing was published');
  return published;
}

/** Adds a build to a release folder as a version that no pointer names, as a killed command may leave it. */
export const addVersion = (release: string, build: BuiltPiece): Promise<AddedPiece> =>
  withStaged(
    { release, progress: () => undefined },
    [build],
    async ({ folder, pieces: [piece] }) => {
      if (!piece) throw new Error('nothing was added');
      await folderStore(release).add(folder);
      return piece;
    },
  );

/** Creates a built piece and an empty release folder, and returns a function that publishes the piece there. */
export async function openPiece(name: string, build: (piece: string) => Promise<void>) {
  const root = await temporaryFolder();
  const piece = path.join(root, name);
  const release = path.join(root, '.release');
  await build(piece);
  const publish = () => publishPiece(piece, contextOf(release));
  return { piece, release, publish };
}

/** Returns the files of a release folder, except for lock and history. */
export const filesIn = async (release: string): Promise<string[]> =>
  (await listFiles(release)).filter((file) => !/^\.(?:lock|history)\//.test(file));

/** Creates an empty workspace, and returns commands that build and publish a remote and a shell there. */
export async function openWorkspace(changes: Partial<ReleaseContext> = {}) {
  const root = await temporaryFolder();
  const release = path.join(root, '.release');
  const context = contextOf(release, changes);
  const piece = path.join(root, 'mfe-catalog');
  const shell = path.join(root, 'shell');
  async function publishCode(code: string) {
    await buildRemote(piece, { code });
    return (await publishPiece(piece, context)).version;
  }
  return {
    root,
    release,
    context,
    piece,
    shell,
    publish: publishCode,
    publishTwo: async () => [await publishCode('a'), await publishCode('b')] as const,
    async publishShell(chunk: string, code?: string) {
      await buildShell(shell, chunk, code);
      return (await publishPiece(shell, context)).version;
    },
    canary: (percent: number, version: string) =>
      canary(context, {
        id: 'mfe-catalog',
        percent,
        choose: (document) => findRelease(release, document, 'mfe-catalog', version),
      }),
    promote: () => promote(context, 'mfe-catalog'),
    rollback: (version?: string, name = 'mfe-catalog') => rollback(context, name, version),
    /** Returns the remote's versions: stable, canary, then the previous ones. */
    async versions() {
      const document = await readRegistry(release);
      const [remote] = document.remotes as {
        stable: { version: string };
        canary?: { release: { version: string } };
        previous: { version: string }[];
      }[];
      return [
        remote?.stable.version,
        remote?.canary?.release.version,
        ...(remote?.previous.map(({ version }) => version) ?? []),
      ];
    },
    page: () => readFile(path.join(release, 'index.html'), 'utf8'),
  };
}

/** Creates a workspace whose shell is live. */
export async function openWithShell(changes: Partial<ReleaseContext> = {}) {
  const shop = await openWorkspace(changes);
  await shop.publishShell('index.1.js');
  return shop;
}

/**
 * Fails when the history and the pointers differ, or when the history has a move that was not made: each move must
 * begin where the one before it ended.
 */
export async function expectTrueHistory(release: string): Promise<void> {
  const document = await readRegistry(release);
  const { records, unreadable } = await readHistory(release, document);
  expect(unreadable).toEqual([]);
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  expect(records.map(({ command }) => command)).not.toContain('changed by hand');
  const states = new Map<string, PieceState>();
  for (const { pieces } of records) {
    for (const { name, from, to } of pieces) {
      expect(from).toEqual(states.get(name) ?? null);
      states.set(name, to);
    }
  }
  expect(states).toEqual(statesIn(document));
}
