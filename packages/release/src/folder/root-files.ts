import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pageRegistry } from '@patchwork/federation';
import { listFiles, readIfPresent, replaceFile } from '../bytes/files.ts';
import { dropCompressed } from '../bytes/precompress.ts';
import { ReleaseError } from '../release-error.ts';
import { describeComplete, writeComplete } from './complete-registry.ts';
import { configFields } from './config-fields.ts';
import { updateCrawlerFiles } from './crawler-files.ts';
import { folderOfVersion, shellName } from './folders.ts';
import { updateHeaderFiles } from './header-files.ts';
import { prerenderedPages } from './prerendered.ts';
import { readConfig } from './read-config.ts';
import { type RegistryDocument, registryIn } from './registry-document.ts';
import { renderPage } from './render-page.ts';
import { isFreeName } from './root-names.ts';

/*
 * The root of a release folder as any web server serves it: the page, the shell's files without a
 * hash in their names, and the files for crawlers. All of it is derived from registry.json, and brought up to date by the next
 * command after a crash.
 */

export const pageFile = (release: string): string => path.join(release, 'index.html');

/**
 * The page of a registry; undefined while it names no shell. Throws a ReleaseError when a part of it
 * cannot be read, so call it before the registry is written.
 */
export async function pageFor(
  release: string,
  document: RegistryDocument,
): Promise<string | undefined> {
  if (!document.shell) return undefined;
  const file = path.join(folderOfVersion(release, shellName, document.shell.version), 'index.html');
  const template = (await readIfPresent(file))?.toString();
  if (template === undefined) throw new ReleaseError(`${file}, the live shell’s page, is missing`);
  const registry = registryIn(document);
  const complete = describeComplete(registry);
  return renderPage(template, {
    // One page for every path: a plain web server knows no routes.
    registry: pageRegistry(registry, { complete }),
    config: await readConfig(release),
    prerendered: prerenderedPages(release, registry),
  });
}

export async function isPageCurrent(release: string, page: string | undefined): Promise<boolean> {
  const present = await readFile(pageFile(release), 'utf8').catch(() => undefined);
  return page === undefined || page === present;
}

/** The files in a shell's folder that are served from the root. */
async function looseFiles(folder: string): Promise<string[]> {
  const own = /^(?:types\/|(?:index\.html|release\.json|mf-manifest\.json)(?:\.\w+)?$)/;
  return (await listFiles(folder)).filter((file) => !own.test(file) && isFreeName(file));
}

/** Copies what has changed. The old compressed copies of a file are deleted before it changes. */
async function updateLooseFiles(release: string, version: string): Promise<void> {
  const folder = folderOfVersion(release, shellName, version);
  for (const file of await looseFiles(folder)) {
    const target = path.join(release, file);
    const content = await readFile(path.join(folder, file));
    const present = await readFile(target).catch(() => undefined);
    if (present?.equals(content)) continue;
    await dropCompressed(target);
    await replaceFile(target, content);
  }
}

/** Updates the root after registry.json was written: the page last, in one step. */
export async function updateRootFiles(
  release: string,
  document: RegistryDocument,
  page: string | undefined,
): Promise<void> {
  const { shell } = document;
  if (!shell || page === undefined) return;
  await updateLooseFiles(release, shell.version);
  const registry = registryIn(document);
  await writeComplete(release, registry);
  const config = await readConfig(release);
  await updateCrawlerFiles(release, registry, configFields(config).origin);
  await updateHeaderFiles(release, shell, config);
  if (await isPageCurrent(release, page)) return;
  // A compressed copy that someone else made would be served instead of the page.
  await dropCompressed(pageFile(release));
  await replaceFile(pageFile(release), page);
}
