import path from 'node:path';
import type { PublishedRemote } from '@patchwork/federation';
import { readIfPresent } from '../bytes/files.ts';
import { downloadSize } from '../bytes/size.ts';

/** What a visitor downloads of a piece: scripts and styles, in bytes with brotli. */
export interface Weight {
  /** The page or slot that it is for; 'shell' for what every page needs of the shell. */
  readonly name: string;
  readonly bytes: number;
  /** The largest first. */
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
  /** Undefined where there is no limit. */
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

/** For each page and slot of a remote: its entry, and what the module needs at once. */
export function weighRemote(
  folder: string,
  { routes, fragments, files, budgets = {} }: WeighedRemote,
): Promise<Weight[]> {
  const modules = [
    ...routes.map(({ page, module }) => [page, module] as const),
    ...Object.entries(fragments).map(([slot, { module }]) => [slot, module] as const),
  ];
  return Promise.all(
    modules.map(([name, module]) =>
      weigh(name, folder, ['remoteEntry.js', ...(files[module] ?? [])], budgets[name]),
    ),
  );
}

/** What the shell's page loads on every path. `root` is the folder that the page's addresses begin at. */
export async function weighShell(
  page: string,
  root: string,
  budget: number | undefined,
): Promise<Weight> {
  const html = (await readIfPresent(page))?.toString() ?? '';
  // A link for the medium "not all" is fetched later, or not at all.
  const files = [...html.matchAll(/<[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"[^>]*>/g)].filter(
    ([tag]) => !tag.includes('media="not all"'),
  );
  return weigh('shell', root, [...new Set(files.map(([, file = '']) => file))], budget);
}
