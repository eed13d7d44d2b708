import { load, type Setup, slow } from './browse.ts';
import { listPage } from './pages.ts';

const LARGEST = 10;

/** The largest things that a visitor to the list downloads, as a list in Markdown. */
export async function listLargest({ browser, shop }: Setup): Promise<string> {
  const { files } = await load(browser, shop, listPage, { conditions: slow });
  const largest = [...files].sort((a, b) => b.bytes - a.bytes).slice(0, LARGEST);
  return [
    `### The ${LARGEST} largest downloads of ${listPage.path}`,
    '',
    ...largest.map(({ path, bytes }) => `- ${(bytes / 1000).toFixed(1)} kB \`${path}\``),
    '',
  ].join('\n');
}
