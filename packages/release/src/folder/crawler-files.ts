import path from 'node:path';
import type { Registry } from '@patchwork/federation';
import { literalPaths, robotsText, sitemapXml } from '../head/crawler-texts.ts';
import { declaredHeads } from '../head/declared-heads.ts';
import { mark, updateWrittenFile } from './written-file.ts';

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
  await updateWrittenFile(path.join(release, 'sitemap.xml'), origin && sitemap);
  await updateWrittenFile(path.join(release, 'robots.txt'), origin && robots);
}
