import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { browserRegistry } from '@patchwork/federation';
import { listFiles, readIfPresent, replaceFile } from '../bytes/files.ts';
import { dropCompressed } from '../bytes/precompress.ts';
import { ReleaseError } from '../release-error.ts';
import { type RegistryDocument, registryIn } from './registry-document.ts';
import { renderPage } from './render-page.ts';
import { isFreeName } from './root-names.ts';
import { folderOfShell } from './shell-folder.ts';

/*
 * The root of a release folder as any web server serves it: the page, and the files that are asked
 * for under a name that never changes. All of it follows from registry.json, and is made again when
 * a crash left it behind.
 */

export const pageFile = (release: string): string => path.join(release, 'index.html');

async function readConfig(release: string): Promise<unknown> {
  const file = path.join(release, 'config.json');
  const text = (await readIfPresent(file))?.toString();
  if (text === undefined) return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReleaseError(`${file} cannot be read (${String(error)}): mend it or delete it`);
  }
}

/**
 * The page that belongs to a registry; undefined while it names no shell. Throws a ReleaseError when
 * a part of it cannot be read: to be asked before the registry is written.
 */
export async function pageFor(
  release: string,
  document: RegistryDocument,
): Promise<string | undefined> {
  if (!document.shell) return undefined;
  const file = path.join(folderOfShell(release, document.shell.version), 'index.html');
  const template = (await readIfPresent(file))?.toString();
  if (template === undefined) throw new ReleaseError(`${file}, the live shell’s page, is missing`);
  return renderPage(template, browserRegistry(registryIn(document)), await readConfig(release));
}

export async function isPageCurrent(release: string, page: string | undefined): Promise<boolean> {
  const present = await readFile(pageFile(release), 'utf8').catch(() => undefined);
  return page === undefined || page === present;
}

/** What a shell serves under names without a hash, as they lie in its folder. */
async function looseFiles(folder: string): Promise<string[]> {
  const own = /^(?:types\/|(?:index\.html|release\.json|mf-manifest\.json)(?:\.\w+)?$)/;
  return (await listFiles(folder)).filter((file) => !own.test(file) && isFreeName(file));
}

/** Copies what has changed. A file comes before its compressed copies, which are dropped with it. */
async function updateLooseFiles(release: string, version: string): Promise<void> {
  const folder = folderOfShell(release, version);
  for (const file of await looseFiles(folder)) {
    const target = path.join(release, file);
    const content = await readFile(path.join(folder, file));
    const present = await readFile(target).catch(() => undefined);
    if (present?.equals(content)) continue;
    await dropCompressed(target);
    await replaceFile(target, content);
  }
}

/** Brings the root up to a registry that has been written: the page last, in one step. */
export async function updateRootFiles(
  release: string,
  { shell }: RegistryDocument,
  page: string | undefined,
): Promise<void> {
  if (!shell || page === undefined) return;
  await updateLooseFiles(release, shell.version);
  if (await isPageCurrent(release, page)) return;
  // A copy that was made by other hands would be served in the page's place.
  await dropCompressed(pageFile(release));
  await replaceFile(pageFile(release), page);
}
