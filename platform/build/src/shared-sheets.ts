import type { Rspack } from '@rsbuild/core';

type CacheGroup = Rspack.OptimizationSplitChunksCacheGroup;
type ChunkGraph = Rspack.Compilation['chunkGraph'];

/** Prefix of the names of files with shared sheets: `-` sorts before all that other names begin with. */
const prefix = '-styles';

const sheetType = 'css/mini-extract';

/**
 * Rules by which a sheet that several exposed modules use is in one file, which is loaded before those of the modules.
 * Copies of it in each module's file would come after the overrides of a page that is already shown.
 *
 * Pages would be smallest with a single file for all. But a fragment may be on every page of the shop, so all its sheets
 * are in a file of its own, which saves a request. `fragments` are the modules of fragments: './Search'. A fragment that
 * shares none keeps the bundler's file, which is added after all others: wherever else a sheet with layers is added,
 * Chromium loads all fonts again and lays out the whole page (decision 28).
 */
export function sharedSheets(fragments: readonly string[]) {
  const names = [...new Set(fragments)].sort().map((module) => module.slice('./'.length));
  const chunksOf = (sheet: Rspack.Module, graph: ChunkGraph) => [
    ...graph.getModuleChunksIterable(sheet),
  ];
  const sharesSheets = (chunk: Rspack.Chunk, graph: ChunkGraph) =>
    graph
      .getChunkModules(chunk)
      .some((module) => module.type === sheetType && chunksOf(module, graph).length > 1);
  const ownerOf = (sheet: Rspack.Module, graph: ChunkGraph): string | undefined => {
    const users = chunksOf(sheet, graph);
    return names.find((name) =>
      users.some(
        (chunk) => chunk.name === `__federation_expose_${name}` && sharesSheets(chunk, graph),
      ),
    );
  };
  const groupOf = (owner: string | undefined): CacheGroup => ({
    type: sheetType,
    test: (sheet, { chunkGraph }) => ownerOf(sheet, chunkGraph) === owner,
    name: owner === undefined ? prefix : `${prefix}-${owner}`,
    minChunks: owner === undefined ? 2 : 1,
    enforce: true,
  });
  return Object.fromEntries(
    [undefined, ...names].map((owner) => [`styles ${owner}`, groupOf(owner)]),
  );
}

/**
 * Adds a style sheet to the page. Files of shared sheets come before all others of the remote's version, in the order of
 * their names, in whichever order they are requested. Those in a page's HTML count too: the host gives their elements an
 * `href` (show-prerendered.ts). The bundler writes this function's text into the entry.
 */
export function insertSheet(link: HTMLLinkElement): void {
  const { href } = link;
  const [folder = '', isShared] = href.split(/(?=-styles)/);
  const later =
    isShared &&
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet],[data-sheet]')].find(
      (other) => other.href.startsWith(folder) && other.href > href,
    );
  document.head.insertBefore(link, later || null);
}

/** The same in development, where a hot update has a query, and takes the place of the sheet that it replaces. */
export function insertHotSheet(link: HTMLLinkElement): void {
  const [address = ''] = link.href.split('?');
  const [folder = '', isShared] = address.split(/(?=-styles)/);
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const old = links.findLast((other) => other.href.split('?')[0] === address);
  const later =
    isShared && links.find((other) => other.href.startsWith(folder) && other.href > link.href);
  document.head.insertBefore(link, old?.nextSibling ?? (later || null));
}

interface Stats {
  readonly exposes: readonly { readonly assets: { readonly css: { readonly sync: string[] } } }[];
}

/** Lists the style sheets of each module in a remote's manifest in the order in which the page must have them. */
export function orderSheets({ exposes }: Stats): void {
  for (const { assets } of exposes) assets.css.sync.sort();
}
