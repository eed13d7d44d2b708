import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { canary, promote } from './commands/canary.ts';
import type { ReleaseContext } from './commands/gate-question.ts';
import { rollback } from './commands/rollback.ts';
import { readRegistry } from './folder/registry-document.ts';
import { findRelease } from './folder/versions.ts';
import { buildRemote, buildShell, contextOf, publishPiece, temporaryFolder } from './testing.ts';

/** A workspace with a remote and a shell, and a release folder that what it does goes to. */
export async function openWorkspace(changes: Partial<ReleaseContext> = {}) {
  const root = await temporaryFolder();
  const release = path.join(root, '.release');
  const context = contextOf(release, changes);
  const piece = path.join(root, 'mfe-catalog');
  const shell = path.join(root, 'shell');
  return {
    root,
    release,
    context,
    piece,
    shell,
    async publish(code: string) {
      await buildRemote(piece, { code });
      return (await publishPiece(piece, context)).version;
    },
    async publishShell(chunk: string) {
      await buildShell(shell, chunk);
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
    /** Stable, canary, and those to fall back to. */
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
