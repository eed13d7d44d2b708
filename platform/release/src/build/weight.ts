import path from 'node:path';
import type { PublishedRemote } from '@patchwork/host';
import { downloadSize } from '../release-folder/compression.ts';
import { readIfPresent } from '../release-folder/files.ts';

/** Download that a page, or the fragment in a slot, needs: scripts and styles, in bytes with brotli. */
export interface Weight {
  /** Page or slot; 'shell' for the shell's part of every page. */
  readonly name: string;
  readonly bytes: number;
  /** Files with their sizes, largest first. */
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
  readonly budget: number | undefined;
}

async function weigh(name: string, folder: string, files: readonly string[], budget?: number) {
  const sizes = await Promise.all(
    files.map(async (file) => ({ file, bytes: await downloadSize(path.join(folder, file)) })),
  );
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  return { name, bytes, files: sizes.toSorted((a, b) => b.bytes - a.bytes), budget };
}

type WeighedRemote = Pick<PublishedRemote, 'routes' | 'fragments' | 'files' | 'budgets'>;

/**
 * Measures the download of each page and fragment of a remote: the remote's entry, and the files that the page's or
 * fragment's module needs at once.
 */
export function weighRemote(
  folder: string,
  { routes, fragments, files, budgets = {} }: WeighedRemote,
): Promise<Weight[]> {
  const budgetOf = (name: string) => (Object.hasOwn(budgets, name) ? budgets[name] : undefined);
  const modules = [
    ...routes.map(({ page, module }) => [page, module] as const),
    ...Object.entries(fragments).map(([slot, { module }]) => [slot, module] as const),
  ];
  return Promise.all(
    modules.map(([name, module]) =>
      weigh(name, folder, ['remoteEntry.js', ...(files[module] ?? [])], budgetOf(name)),
    ),
  );
}

/**
 * Measures what the shell's page downloads on every path. `root` is the folder that the page's addresses are relative
 * to.
 */
export async function weighShell(
  page: string,
  root: string,
  budget: number | undefined,
): Promise<Weight> {
  const html = (await readIfPresent(page))?.toString() ?? '';
  // Links with the medium "not all" are fetched later or not at all.
  const files = [...html.matchAll(/<[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"[^>]*>/g)].filter(
    ([tag]) => !tag.includes('media="not all"'),
  );
  return weigh('shell', root, [...new Set(files.map(([, file = '']) => file))], budget);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Says how far a download exceeds its budget; undefined if it doesn't, or if there is no budget. `field` names the
 * place where the budget is declared.
 */
export function overBudget({ name, bytes, files, budget }: Weight, field: string) {
  if (budget === undefined || bytes <= budget) return undefined;
  const largest = files.slice(0, 3).map((each) => `${each.file} ${kilobytes(each.bytes)}`);
  return `${name}: a visitor downloads ${kilobytes(bytes)} with brotli, ${kilobytes(bytes - budget)} more than the budget of ${kilobytes(budget)}. The largest: ${largest.join(', ')}. Make it smaller, or raise ${field}.`;
}
