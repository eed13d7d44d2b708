import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { hashFiles } from '../release-folder.ts';
import { pieceNames } from './team-workspace.ts';
import { copyWorkspace } from './workspace-copy.ts';

const here = path.resolve(import.meta.dirname, '../..');

/** Returns the hashes of the files that a release publishes, by piece and path. */
async function builtFiles(workspace: string): Promise<Record<string, Record<string, string>>> {
  const built = await Promise.all(
    pieceNames.map(async (piece) => {
      const dist = path.join(workspace, piece, 'dist');
      const files = await hashFiles(dist, (file) => !/(?:\.map|mf-stats\.json)$/.test(file));
      return [piece, files] as const;
    }),
  );
  return Object.fromEntries(built);
}

test('the same sources give the same bytes in any folder, and a change in shop/state changes public files of the shell only', async () => {
  test.slow();
  const workspace = await copyWorkspace();
  try {
    await workspace.pnpm('build');
    const before = await builtFiles(workspace.folder);
    expect(before).toEqual(await builtFiles(here));

    const session = path.join(workspace.folder, 'shop/state/atoms/session.ts');
    const text = await readFile(session, 'utf8');
    await writeFile(session, text.replace('Please login', 'Please log in'));
    await workspace.pnpm('build');
    const after = await builtFiles(workspace.folder);
    // A renderer contains the shared packages, because it runs on a server, without the shell.
    const publicOf = (piece: string, files: typeof after) =>
      JSON.stringify({ ...files[piece], '.renderer.cjs': undefined });
    const changed = pieceNames.filter(
      (piece) => publicOf(piece, after) !== publicOf(piece, before),
    );
    expect(changed).toEqual(['shell']);
  } finally {
    await workspace.remove();
  }
});

// Otherwise their order depends on the builds that run at the same time, which the test above can't arrange.
test('an entry lists the hashes of its chunks in order', async () => {
  const entry = await readFile(path.join(here, 'mfe-checkout/dist/remoteEntry.js'), 'utf8');
  const lists = [...entry.matchAll(/\.sri\w*Hashes=\{([^}]+)/g)].map(([, list]) =>
    list?.split(','),
  );
  expect(lists).toHaveLength(2);
  for (const list of lists) expect(list).toEqual(list?.toSorted());
});
