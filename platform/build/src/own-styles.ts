import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RsbuildPlugin } from '@rsbuild/core';
import { confine, type PageNames, pageNamesIn, type Slice, slicesOf } from './confine.ts';
import {
  describe,
  type ForeignRule,
  foreignRulesInBuild,
  foreignRulesInSource,
  isRefused,
  layerOf,
} from './styles.ts';

/** Returns one message for all refused rules of a style sheet; undefined if there are none. */
const messageOf = (file: string, rules: readonly ForeignRule[]): string | undefined =>
  rules.length === 0
    ? undefined
    : rules.map(({ line, text, why }) => `${file}:${line} ${text}\n${why}`).join('\n');

/** Sheet of the bundler's output. */
interface Sheet {
  readonly css: string;
  /** Empty if the sheet can't be parsed. */
  readonly slices: readonly Slice[];
}

interface OwnSheet {
  readonly sheet: Sheet;
  readonly names: PageNames;
  /** Undefined if only the layer is to be written around the sheet. */
  readonly confined: string | undefined;
  readonly message: string | undefined;
}

function readSheet(css: string, remote: string): Sheet {
  try {
    return { css, slices: slicesOf(css, remote) };
  } catch (error) {
    if (error instanceof SyntaxError) return { css, slices: [] };
    throw error;
  }
}

/** Opens the remote's layer. The styles of shared components, in the layer `ui`, come before the remote's own. */
const openingOf = (remote: string): string => `@layer ${layerOf(remote)}{@layer plain,ui,app;\n`;

function ownSheet(file: string, sheet: Sheet, names: PageNames, remote: string): OwnSheet {
  const { css, slices } = sheet;
  const refused = slices.flatMap(({ faults }) => faults).filter(({ kind }) => isRefused(kind));
  if (refused.length > 0) {
    const rules = refused.map((fault) => describe(css, fault));
    return { sheet, names, confined: undefined, message: messageOf(file, rules) };
  }
  const confined = slices.length > 0 ? confine(slices, remote, names) : undefined;
  const own = `${openingOf(remote)}${confined ?? css}\n}`;
  return { sheet, names, confined, message: messageOf(file, foreignRulesInBuild(own, remote)) };
}

/**
 * Bundler plugin that confines a remote's styles to its own elements: it refuses rules of CSS Modules that could match
 * other elements, limits all other rules to the remote's regions, and puts all into the remote's cascade layer, inside
 * the shell's layer `app`.
 */
export const ownStyles = (remote: string, root: string): RsbuildPlugin => ({
  name: 'patchwork:own-styles',
  setup(api) {
    const environments = ['remote'];
    /**
     * Messages by style sheet. They are collected, because an error that a loader throws would be printed with its
     * stack, once per loader.
     */
    const refused = new Map<string, string | undefined>();
    /** Last output by file. Parsing a sheet again that has not changed takes a third of the rebuild after an edit. */
    const built = new Map<string, OwnSheet>();
    // Checks the team's source files, so that the message can name the file. What one sheet imports from another, and
    // sheets of packages, are checked in the output below.
    api.transform({ test: /\.css$/, environments, order: 'pre' }, ({ code, resourcePath }) => {
      if (/[\\/]node_modules[\\/]/.test(resourcePath)) return code;
      const file = path.relative(path.dirname(root), resourcePath);
      refused.set(file, messageOf(file, foreignRulesInSource(code, resourcePath, remote)));
      return code;
    });
    api.processAssets({ stage: 'additions', environments }, ({ compilation, sources, assets }) => {
      // Only the styles are read: the bundler copies each file that is.
      const files = Object.keys(assets).filter((name) => name.endsWith('.css'));
      const sheets = files.map((file) => {
        const css = assets[file]?.source().toString() ?? '';
        const known = built.get(file)?.sheet;
        return [file, known?.css === css ? known : readSheet(css, remote)] as const;
      });
      const names = pageNamesIn(sheets.flatMap(([, { slices }]) => slices));
      const inBuild: string[] = [];
      for (const [file, sheet] of sheets) {
        const known = built.get(file);
        const isKnown = known?.sheet === sheet && isDeepStrictEqual(known.names, names);
        const own = isKnown ? known : ownSheet(file, sheet, names, remote);
        built.set(file, own);
        if (own.message !== undefined) inBuild.push(own.message);
        const content = own.confined ?? assets[file] ?? '';
        compilation.updateAsset(file, new sources.ConcatSource(openingOf(remote), content, '\n}'));
      }
      // The output repeats the problems of the sources, so its own are reported only if the sources have none.
      const inSources = [...refused.values()].filter((message) => message !== undefined);
      for (const message of inSources.length > 0 ? inSources : inBuild) {
        const error = new Error(message);
        delete error.stack;
        compilation.errors.push(error);
      }
    });
  },
});
