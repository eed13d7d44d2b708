import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer, PrerenderedPages } from '@patchwork/host';
import * as v from 'valibot';

/** Exports of the module `prerender` of a kit. */
export interface PrerenderModule {
  /** Renders, at build time, the pages that declare `prerender`. `language` is that of the build's texts. */
  readonly prerender: (language: string) => PrerenderedPages | Promise<PrerenderedPages>;
  /** Renders a page on a server. */
  readonly render: PageRenderer;
}

/**
 * What the owner of a host provides for the builds of its pieces and for their checks. The `package.json` of a piece, or
 * of the workspace around it, names the module that exports it as `kit`: `"patchwork": { "kit": "@patchwork/kit" }`.
 * In the modules that are given by their paths, '@remote' is an alias of the remote's folder.
 */
export interface Kit {
  /**
   * Packages that a page must load only once, beside React, by name. A name that ends with "/" includes all of the
   * package's subpaths. With `strictVersion`, a remote that is newer than the shell of an open page is refused, and its
   * previous version is used instead. Otherwise it could fail later, for lack of an export. `reexported` lists subpaths
   * whose exports the package's main module has too: a remote's import of one, also from another subpath that is
   * bundled into it, gets the shared main module.
   */
  readonly shared: Readonly<
    Record<string, { readonly strictVersion?: boolean; readonly reexported?: readonly string[] }>
  >;
  /** Path of the entry module of a remote's stand-alone page. Without it, remotes have no such page. */
  readonly standalone?: string;
  /** Path of a `PrerenderModule`. Without it, no page of a remote can be rendered without a browser. */
  readonly prerender?: string;
  /** Folders with files for the shell's page and the stand-alone pages, such as pictures. */
  readonly publicFolders?: readonly string[];
  /** Replacements for modules in the bundles of all pieces. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Folders of this workspace, beside the remotes', with messages of code that remotes bundle. */
  readonly messages?: readonly string[];
  /** Page and button with which a check of a release logs in; without them, it opens no page behind a login. */
  readonly login?: { readonly page: string; readonly button: string };
  /**
   * Returns a configuration without what only works with the real API, for pages that run on the mock. By default, only
   * the API's address is left out.
   */
  readonly onMock?: (config: object) => object;
  /** Code that each page runs before its own when a check of a release opens it, such as one that shortens waits. */
  readonly trialScript?: string;
  /** Answers a GET request to the API with sample data, for pages that are rendered without the API itself. */
  readonly readSample?: (path: string) => Promise<Response>;
}

const noKit: Kit = { shared: {} };

const manifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ patchwork: v.optional(v.object({ kit: v.optional(v.string()) })) }),
);

function kitNamedIn(manifest: string): string | undefined {
  if (!existsSync(manifest)) return undefined;
  const parsed = v.safeParse(manifestSchema, readFileSync(manifest, 'utf8'));
  if (parsed.success) return parsed.output.patchwork?.kit;
  const [issue] = parsed.issues;
  throw new Error(`${manifest}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
}

async function loadKit(manifest: string, name: string): Promise<Kit> {
  const start = `${manifest} names the kit “${name}”`;
  try {
    const file = createRequire(manifest).resolve(name);
    const { kit } = (await import(pathToFileURL(file).href)) as { readonly kit?: Kit };
    if (kit) return kit;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Error(`${start}, which can’t be loaded (${reason}): install its package`);
  }
  throw new Error(`${start}, which exports no “kit”`);
}

/**
 * Returns the kit of the piece or workspace in a folder: the one that its package.json names or, if it names none, the
 * package.json in the folder above. Without a name in either, the kit is empty. Throws an Error if the kit can't be
 * loaded.
 */
export async function readKit(root: string): Promise<Kit> {
  for (const folder of [root, path.dirname(root)]) {
    const manifest = path.join(folder, 'package.json');
    const name = kitNamedIn(manifest);
    if (name !== undefined) return loadKit(manifest, name);
  }
  return noKit;
}
