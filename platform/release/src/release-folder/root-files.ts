import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  configFields,
  type HeaderFields,
  type PolicyOptions,
  pageHeaders,
} from '@patchwork/build/policy';
import {
  completeRegistry,
  pageRegistry,
  parseRegistry,
  type Registry,
  type Rights,
} from '@patchwork/host';
import { ReleaseError } from '../errors.ts';
import { dropCompressed, precompress } from './compression.ts';
import { readConfig } from './config.ts';
import { listFiles, readIfPresent, relativePath } from './files.ts';
import { integrityOf, nameContent } from './integrity.ts';
import { folderOfVersion, isFreeName, shellName } from './layout.ts';
import { declaredHeads, literalPaths, robotsText, shopOf } from './page/head.ts';
import { llmsText } from './page/llms-text.ts';
import { prerenderedPages, renderPage } from './page/page.ts';
import { sitemapXml } from './page/sitemap-xml.ts';
import { previewsIn, type RegistryDocument, registryIn } from './registry.ts';
import { rightsOf } from './rights.ts';
import type { ReleaseStore } from './store.ts';

/**
 * Marker in the files that patchwork writes to the root for other web servers and for crawlers. A file with such a name
 * but without the marker is someone else's.
 */
const mark = 'Written by patchwork';

/** The complete registry, which browsers load if they need more than the page embeds. */
export interface CompleteRegistry {
  /** Path in the release folder, with a content hash. */
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

/**
 * Reads the complete registry to which the registry in a page refers. Returns the page's registry if there is none, or
 * if it can't be read.
 */
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
 * Formats the headers file for hosts such as Netlify and Cloudflare Pages. They add the headers of all rules that match
 * a path, so a header that differs between the page and other files is left out.
 */
function hostHeadersFile({
  'cross-origin-resource-policy': _differs,
  ...headers
}: HeaderFields): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${fullName(name)}: ${value}`);
  return `${[heading, '/*', ...lines].join('\n')}\n`;
}

/** Formats the headers file that nginx includes for the page. Escapes double quotes. */
function nginxHeadersFile(headers: HeaderFields): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `add_header ${fullName(name)} "${value.replaceAll('"', '\\"')}" always;`,
  );
  return `${[heading, ...lines].join('\n')}\n`;
}

type Shell = NonNullable<Registry['shell']>;

/**
 * Reads the templates of the live shell and of the shell before it. The headers must fit both, because a server that
 * seldom reloads its headers, such as nginx, may send them with either page.
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

/*
 * The root of a release folder for any web server: the page, the shell's files without a content hash, and the files
 * for crawlers. All are derived from registry.json, so the next command restores them after a crash.
 */

export const pageFile = (release: string): string => path.join(release, 'index.html');

/** Returns the rights of all pages together, because a plain web server sends one policy with all of them. */
const rightsIn = (document: RegistryDocument, config: unknown): Rights =>
  rightsOf({ registry: registryIn(document), previews: previewsIn(document) }, config).ofAll;

/**
 * Returns the page for a registry; undefined if the registry names no shell. Throws a ReleaseError if the shell's
 * template or config.json is unreadable, so call it before writing the registry.
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
  const config = await readConfig(release);
  return renderPage(template, {
    // All paths get the same page, because a plain web server doesn't know the routes.
    registry: pageRegistry(registry, { complete }),
    config,
    rights: rightsIn(document, config),
    prerendered: prerenderedPages(release, registry),
  });
}

export async function isPageCurrent(release: string, page: string | undefined): Promise<boolean> {
  const present = await readFile(pageFile(release), 'utf8').catch(() => undefined);
  return page === undefined || page === present;
}

/** A file of the root, as it must be. */
interface RootFile {
  readonly file: string;
  /** Undefined if the file must not exist. */
  readonly content: string | Buffer | undefined;
  /** Whether the file has the marker. Someone else's file of its name stays as it is. */
  readonly isMarked?: boolean;
  /** Whether compressed copies are kept beside the file. */
  readonly isCompressed?: boolean;
}

/** Reads the shell's files without a content hash, one after the other, because they may be large. */
async function* looseFiles(folder: string): AsyncGenerator<RootFile> {
  const own = /^(?:types\/|(?:index\.html|release\.json|mf-manifest\.json)(?:\.\w+)?$)/;
  for (const file of await listFiles(folder)) {
    if (own.test(file) || !isFreeName(file)) continue;
    yield { file, content: await readFile(path.join(folder, file)) };
  }
}

/** Returns the headers of the page, as files for other web servers. */
async function headerFiles(
  release: string,
  shell: Shell,
  options: PolicyOptions,
): Promise<RootFile[]> {
  const headers = pageHeaders(options, await liveTemplates(release, shell));
  return [
    { file: '_headers', content: hostHeadersFile(headers), isMarked: true },
    { file: '_headers.nginx.conf', content: nginxHeadersFile(headers), isMarked: true },
  ];
}

interface Crawled {
  readonly release: string;
  readonly registry: Registry;
  readonly config: unknown;
  /** The shop's page. */
  readonly page: string;
}

/**
 * Returns robots.txt, llms.txt and a sitemap, of the indexable paths without parameters, for any web server. Without an
 * origin, there is none of them, because they need absolute URLs.
 */
function crawlerFiles({ release, registry, config, page }: Crawled): readonly RootFile[] {
  const { origin, apiBaseUrl } = configFields(config);
  const heads = declaredHeads(release, registry);
  const addresses = literalPaths(heads).map((path) => origin + path);
  const llms = origin && llmsText({ ...shopOf(page), heads, origin, apiBaseUrl, isServed: false });
  const sitemap = `${sitemapXml(addresses)}<!-- ${mark} -->\n`;
  const robots = `# ${mark}\n${robotsText(origin)}\n`;
  return [
    { file: 'sitemap.xml', content: origin && sitemap, isMarked: true },
    { file: 'robots.txt', content: origin && robots, isMarked: true },
    { file: 'llms.txt', content: llms && `${llms}<!-- ${mark} -->\n`, isMarked: true },
  ];
}

/** Yields the files of the root for a registry, the page last; none without a live shell. Throws as pageFor does. */
async function* rootFiles(folder: string, document: RegistryDocument): AsyncGenerator<RootFile> {
  const { shell } = document;
  const page = await pageFor(folder, document);
  if (!shell || page === undefined) return;
  yield* looseFiles(folderOfVersion(folder, shellName, shell.version));
  const registry = registryIn(document);
  // Complete registries of earlier moves are kept for open pages: see prune.
  const { file, text } = describeComplete(registry);
  yield { file, content: text, isCompressed: true };
  const config = await readConfig(folder);
  yield* crawlerFiles({ release: folder, registry, config, page });
  yield* await headerFiles(folder, shell, { config, rights: rightsIn(document, config) });
  yield { file: 'index.html', content: page };
}

/** Brings a file of the root up to date. Compressed copies go first: servers would send them instead of the file. */
async function updateFile(
  store: ReleaseStore,
  { file, content, isMarked = false, isCompressed = false }: RootFile,
): Promise<void> {
  const { folder } = store;
  const target = path.join(folder, file);
  const present = isMarked
    ? await readIfPresent(target)
    : await readFile(target).catch(() => undefined);
  if (isMarked && present && !present.includes(mark)) return;
  if (content === undefined ? present : !present?.equals(Buffer.from(content))) {
    await dropCompressed(store, file);
    if (content === undefined) await store.remove([file]);
    else await store.replace(file, content);
  }
  if (!isCompressed) return;
  await precompress(folder, [file], (copy, compressed) =>
    store.replace(relativePath(folder, copy), compressed),
  );
}

/**
 * Updates the root of a release folder after registry.json was written; the page comes last, atomically. Does nothing
 * without a live shell. Throws as pageFor does.
 */
export async function updateRootFiles(
  store: ReleaseStore,
  document: RegistryDocument,
): Promise<void> {
  const { folder } = store;
  for await (const file of rootFiles(folder, document)) await updateFile(store, file);
}
