import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  completeRegistry,
  pageRegistry,
  parseRegistry,
  type Registry,
} from '@patchwork/federation';
import { ReleaseError } from '../errors.ts';
import { declaredHeads, literalPaths, robotsText, sitemapXml } from '../page/head.ts';
import { prerenderedPages, renderPage } from '../page/page.ts';
import { type HeaderFields, pageHeaders } from '../page/security-headers.ts';
import { dropCompressed, precompress } from './compression.ts';
import { configFields, readConfig } from './config.ts';
import { listFiles, readIfPresent, replaceFile } from './files.ts';
import { integrityOf, nameContent } from './integrity.ts';
import { folderOfVersion, isFreeName, shellName } from './layout.ts';
import { type RegistryDocument, registryIn } from './registry.ts';

/** Text in each file that patchwork writes to the root: a file of the same name without it is someone else's. */
const mark = 'Written by patchwork';

/**
 * Writes a file of the root for other web servers, or deletes it if `text` is undefined. Leaves a file of someone else
 * alone.
 */
async function updateWrittenFile(file: string, text: string | undefined): Promise<void> {
  const present = (await readIfPresent(file))?.toString();
  if (present === text || (present !== undefined && !present.includes(mark))) return;
  await dropCompressed(file);
  if (text === undefined) await rm(file);
  else await replaceFile(file, text);
}

/** The complete registry, which browsers load when they need more than the page has. */
export interface CompleteRegistry {
  /** Its path in the release folder, with a hash of its content. */
  readonly file: string;
  readonly address: string;
  readonly text: string;
  /** 'sha384-…' */
  readonly integrity: string;
}

export function describeComplete(registry: Registry): CompleteRegistry {
  const complete = completeRegistry(registry);
  const file = `static/registry.${nameContent(complete)}.json`;
  const text = JSON.stringify(complete);
  return { file, address: `/${file}`, text, integrity: integrityOf(Buffer.from(text)) };
}

/** Writes the complete registry unless it exists. Older ones stay for open pages: see prune. */
async function writeComplete(release: string, registry: Registry): Promise<void> {
  const { file, text } = describeComplete(registry);
  const present = await readFile(path.join(release, file), 'utf8').catch(() => undefined);
  if (present !== text) await replaceFile(path.join(release, file), text);
  await precompress(release, [file]);
}

/** Reads the complete registry of a page; returns the page's own if it can't be read. */
export async function readComplete(release: string, page: Registry): Promise<Registry> {
  try {
    const text = await readFile(path.join(release, page.complete ?? ''), 'utf8');
    return parseRegistry(JSON.parse(text), 'any').registry;
  } catch {
    return page;
  }
}

const heading = `# ${mark} from registry.json and config.json: docs/security.md`;

const fullName = (name: string): string =>
  name.replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase());

/**
 * Makes the headers file for hosts such as Netlify and Cloudflare Pages. Their rules add up, so a header that differs
 * between a page and other files is left out.
 */
function hostHeadersFile({
  'cross-origin-resource-policy': _differs,
  ...headers
}: HeaderFields): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${fullName(name)}: ${value}`);
  return `${[heading, '/*', ...lines].join('\n')}\n`;
}

/** Makes the headers file that nginx includes where it sends the page. Double quotes in values are escaped. */
function nginxHeadersFile(headers: HeaderFields): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `add_header ${fullName(name)} "${value.replaceAll('"', '\\"')}" always;`,
  );
  return `${[heading, ...lines].join('\n')}\n`;
}

type Shell = NonNullable<Registry['shell']>;

/**
 * Reads the templates of the live shell and of the one before. The headers must fit both: a server that seldom reads
 * them again, such as nginx, may send either page with them.
 */
async function liveTemplates(release: string, { version, previous }: Shell): Promise<string[]> {
  const versions = [version, ...previous.slice(0, 1)];
  const templates = await Promise.all(
    versions.map((version) =>
      readIfPresent(path.join(folderOfVersion(release, shellName, version), 'index.html')),
    ),
  );
  return templates.flatMap((template) => (template ? [template.toString()] : []));
}

async function updateHeaderFiles(release: string, shell: Shell, config: unknown): Promise<void> {
  const headers = pageHeaders(config, await liveTemplates(release, shell));
  await updateWrittenFile(path.join(release, '_headers'), hostHeadersFile(headers));
  await updateWrittenFile(path.join(release, '_headers.nginx.conf'), nginxHeadersFile(headers));
}

/**
 * Writes robots.txt, and a sitemap of the paths without parameters, for any web server. Without an origin both are
 * deleted: they need absolute addresses.
 */
async function updateCrawlerFiles(
  release: string,
  registry: Registry,
  origin: string | undefined,
): Promise<void> {
  const addresses = literalPaths(declaredHeads(release, registry)).map((path) => origin + path);
  const sitemap = [...sitemapXml(addresses), `<!-- ${mark} -->\n`].join('');
  const robots = `# ${mark}\n${robotsText(origin)}\n`;
  await updateWrittenFile(path.join(release, 'sitemap.xml'), origin && sitemap);
  await updateWrittenFile(path.join(release, 'robots.txt'), origin && robots);
}

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
    // The page is the same for every path: a plain web server knows no routes.
    registry: pageRegistry(registry, { complete }),
    config: await readConfig(release),
    prerendered: prerenderedPages(release, registry),
  });
}

export async function isPageCurrent(release: string, page: string | undefined): Promise<boolean> {
  const present = await readFile(pageFile(release), 'utf8').catch(() => undefined);
  return page === undefined || page === present;
}

async function looseFiles(folder: string): Promise<string[]> {
  const own = /^(?:types\/|(?:index\.html|release\.json|mf-manifest\.json)(?:\.\w+)?$)/;
  return (await listFiles(folder)).filter((file) => !own.test(file) && isFreeName(file));
}

/**
 * Copies the shell's files without a hash in their names to the root, if they changed. Old compressed copies of a file
 * are deleted before it changes.
 */
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
