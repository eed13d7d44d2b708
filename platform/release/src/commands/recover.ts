import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Registry, RemotePointers } from '@patchwork/host';
import { ReleaseError, UsageError } from '../errors.ts';
import {
  changeRelease,
  completeHistory,
  settle,
  unrecordedChanges,
  writeRecorded,
} from '../pointers/change-release.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { exists } from '../release-folder/files.ts';
import { readHistory, recordedWithdrawals } from '../release-folder/history.ts';
import { folderOfVersion, pieceNames, shellName } from '../release-folder/layout.ts';
import { isRenderedFrom, registryInPage } from '../release-folder/page/page.ts';
import { namesIn, type PointerNames } from '../release-folder/piece-pointers.ts';
import {
  problemsIn,
  readRegistry,
  readRemoteOrigins,
  registryFile,
  type Withdrawn,
} from '../release-folder/registry.ts';
import { pageFile, readComplete, updateRootFiles } from '../release-folder/root-files.ts';
import { listPublished, readPointers } from '../release-folder/versions.ts';

interface RecoveredPiece extends PointerNames {
  readonly name: string;
  readonly source: 'index.html' | 'release.json';
}

export interface Recovery {
  readonly pieces: readonly RecoveredPiece[];
  /** A sentence for each unknown or uncertain pointer. */
  readonly problems: readonly string[];
}

interface Findings {
  readonly release: string;
  /** Complete registry that index.html refers to, or else the embedded one; undefined if there is no embedded one. */
  readonly embedded: Registry | undefined;
  readonly page: string;
  /** Withdrawn remotes, as recorded in the history. */
  readonly withdrawn: readonly Withdrawn[];
  readonly report: (problem: string) => void;
}

/**
 * Returns the version of the shell from which index.html was made, or else the newest; undefined if there is no
 * version.
 */
async function findShell({ release, page, report }: Findings) {
  const [newest, ...older] = await listPublished(release, shellName);
  if (!newest) return undefined;
  for (const { version } of [newest, ...older]) {
    const file = path.join(folderOfVersion(release, shellName, version), 'index.html');
    const template = await readFile(file, 'utf8').catch(() => '');
    if (isRenderedFrom(page, template)) return { version, source: 'index.html' as const };
  }
  report(`shell: ${newest.version} is the newest version; whether it was live is unknown`);
  return { version: newest.version, source: 'release.json' as const };
}

async function findRemote(findings: Findings, id: string): Promise<RemotePointers | undefined> {
  const { release, embedded, report } = findings;
  const pointers = embedded?.remotes.find((remote) => remote.id === id);
  if (pointers) return readPointers(release, id, namesIn(pointers));
  if (embedded) {
    report(`${id} has versions, but index.html does not name it: it is left out`);
    return undefined;
  }
  const [newest] = await listPublished(release, id);
  if (!newest) return undefined;
  report(`${id}: ${newest.version} is the newest version; whether it was live is unknown`);
  return readPointers(release, id, { stable: newest.version, previous: [] });
}

async function findRemotes(findings: Findings): Promise<RemotePointers[]> {
  const { release, embedded, withdrawn, report } = findings;
  const named = embedded?.remotes.map(({ id }) => id) ?? [];
  const [, ...present] = await pieceNames(release);
  const ids = new Set([...named, ...present]);
  for (const { id, withdrawnAt } of withdrawn) {
    ids.delete(id);
    report(`${id} was withdrawn at ${withdrawnAt}: “patchwork rollback ${id}” restores it`);
  }
  const found: RemotePointers[] = [];
  for (const id of ids) {
    try {
      const remote = await findRemote(findings, id);
      if (remote) found.push(remote);
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error;
      report(`${id} is left out: ${error.message}`);
    }
  }
  return found;
}

const unknown = [
  'index.html names one previous version of each remote, and none of the shell: “patchwork list <piece>” shows all versions in the folder.',
  'Previews are lost: “patchwork preview” creates them again.',
  'A command that was interrupted may have moved a pointer that index.html does not have yet.',
];

/**
 * Rebuilds a lost registry.json from the pointers embedded in index.html and each version's release.json; a dry run
 * only reports the pointers. Without index.html, the newest version of each piece becomes stable. Throws a UsageError
 * if registry.json exists, or if there is no version.
 */
export async function recover(context: ReleaseContext, dryRun: boolean): Promise<Recovery> {
  const { store } = context;
  const release = store.folder;
  return changeRelease(context, 'recover', async (signed) => {
    if (await exists(registryFile(release))) {
      throw new UsageError(
        `${registryFile(release)} exists. If it is broken, restore a copy of it, or move it away and run this again`,
      );
    }
    const page = await readFile(pageFile(release), 'utf8').catch(() => '');
    const problems: string[] = [];
    const report = (problem: string) => void problems.push(problem);
    const inPage = registryInPage(page);
    const embedded = inPage && (await readComplete(release, inPage));
    const withdrawn = recordedWithdrawals((await readHistory(release, {})).records);
    const findings = { release, page, embedded, withdrawn, report };
    const shell = await findShell(findings);
    const remotes = await findRemotes(findings);
    if (!shell && remotes.length === 0 && problems.length === 0) {
      throw new UsageError(`There is no version in ${release}: there is nothing to recover`);
    }
    const live = shell && { version: shell.version, previous: [] };
    const remoteOrigins = await readRemoteOrigins(release);
    const document = { format: 2 as const, shell: live, remotes, withdrawn, remoteOrigins };
    if (!dryRun) {
      const { pieces } = await unrecordedChanges(release, document);
      await writeRecorded(context, signed, {
        command: 'recover',
        pieces,
        before: {},
        after: document,
      });
      await settle(store, document, (newest) => updateRootFiles(store, newest));
    }
    const source: RecoveredPiece['source'] = embedded ? 'index.html' : 'release.json';
    const pieces = [
      ...(shell
        ? [{ name: shellName, stable: shell.version, previous: [], source: shell.source }]
        : []),
      ...remotes.map((remote) => ({ name: remote.id, ...namesIn(remote), source })),
    ];
    return { pieces, problems: [...problems, ...(embedded ? unknown : [])] };
  });
}

/**
 * Rewrites index.html after registry.json or config.json was edited by hand, and records the pointers that the edit
 * moved. Returns a sentence for each unreadable part of the registry, which the page leaves out.
 */
export async function writePage(context: ReleaseContext): Promise<readonly string[]> {
  const { store } = context;
  return changeRelease(context, 'write-page', async () => {
    const document = await readRegistry(store.folder);
    await completeHistory(context, document, context);
    await updateRootFiles(store, document);
    return problemsIn(document);
  });
}
