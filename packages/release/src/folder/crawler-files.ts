import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Registry } from '@patchwork/federation';
import { readIfPresent, replaceFile } from '../bytes/files.ts';
import { dropCompressed } from '../bytes/precompress.ts';
import { literalPaths, robotsText, sitemapXml } from '../head/crawler-texts.ts';
import { declaredHeads } from '../head/declared-heads.ts';

/** In each file that is written here: one of the same name without it is someone else's. */
const mark = 'Written by pnpm release';

async function update(file: string, text: string | undefined): Promise<void> {
  const present = (await readIfPresent(file))?.toString();
  if (present === text || (present !== undefined && !present.includes(mark))) return;
  await dropCompressed(file);
  if (text === undefined) await rm(file);
  else await replaceFile(file, text);
}

/**
 * Writes robots.txt, and a sitemap of the paths without parameters, for any web server. Without an
 * origin those that were written before are deleted: both consist of absolute addresses.
 */
export async function updateCrawlerFiles(
  release: string,
  registry: Registry,
  origin: string | undefined,
): Promise<void> {
  const addresses = literalPaths(declaredHeads(release, registry)).map((path) => origin + path);
  const sitemap = [...sitemapXml(addresses), `<!-- ${mark} -->\n`].join('');
  const robots = `# ${mark}\n${robotsText(origin)}\n`;
  await update(path.join(release, 'sitemap.xml'), origin && sitemap);
  await update(path.join(release, 'robots.txt'), origin && robots);
}
