import path from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';
import { type Rule, type SelectorList, transform, type Url } from 'lightningcss';

/** Rule that is refused because it could affect other pieces, or sheet that can't be parsed. `line` is 1-based. */
export interface ForeignRule {
  readonly line: number;
  /** The rule's prelude, at most 80 characters; empty if the style sheet can't be parsed. */
  readonly text: string;
  /** Sentence that says why the rule is refused, and how to fix it. */
  readonly why: string;
}
const inlinedFile =
  'The page’s Content-Security-Policy refuses data: addresses: make it a file of the build. remoteConfig of @patchwork/build does so; the setting is build.assetsInlineLimit: 0 in Vite, and type: ‘asset/resource’ in Rspack and webpack.';

type IsOwn = (name: string) => boolean;

interface Fault {
  readonly at: { readonly line: number; readonly column: number };
  readonly why: string;
}

const foreignSelector =
  'It can match elements that are not the remote’s own: write a class of the module into each selector, on the element that is styled or on one around it.';
const foreignKeyframes =
  'Names of keyframes belong to the whole page: write them in a .module.css, which makes them the remote’s own.';
const foreignAtRule =
  'This at-rule belongs to the whole page, so only the shell may have it: leave it out.';

/**
 * Whether a selector only matches elements with a class of the remote, or their descendants. Classes within :is(),
 * :not() or :has() don't count: `body:has(.card)` matches the body.
 */
function matchesOnlyOwn(selector: SelectorList[number], isOwn: IsOwn): boolean {
  let isInside = false;
  let hasOwn = false;
  for (const part of selector) {
    // `&` stands for the enclosing rule's selector, which is checked separately.
    if (part.type === 'nesting') hasOwn = true;
    if (part.type === 'class' && isOwn(part.name)) hasOwn = true;
    if (part.type !== 'combinator') continue;
    // `+` and `~` select a sibling, which may be the shell's.
    if (part.value === 'descendant' || part.value === 'child') isInside ||= hasOwn;
    hasOwn = false;
  }
  return isInside || hasOwn;
}

function faultsOf(rule: Rule, isOwn: IsOwn): Fault[] {
  switch (rule.type) {
    case 'style': {
      const { selectors, rules = [], loc } = rule.value;
      const isFine = selectors.every((selector) => matchesOnlyOwn(selector, isOwn));
      const inner = rules.flatMap((each) => faultsOf(each, isOwn));
      return isFine ? inner : [{ at: loc, why: foreignSelector }, ...inner];
    }
    case 'container':
    case 'layer-block':
    case 'media':
    case 'starting-style':
    case 'supports':
      return rule.value.rules.flatMap((each) => faultsOf(each, isOwn));
    case 'keyframes': {
      const { name, loc } = rule.value;
      return isOwn(name.value) ? [] : [{ at: loc, why: foreignKeyframes }];
    }
    case 'ignored':
    case 'layer-statement':
    case 'nested-declarations':
      return [];
    case 'custom':
      return [{ at: { line: 0, column: 1 }, why: foreignAtRule }];
    default:
      return [{ at: rule.value.loc, why: foreignAtRule }];
  }
}

interface Sheet {
  readonly rules: readonly Rule[];
  readonly urls: readonly Url[];
}

/** Parses a style sheet. Throws lightningcss's SyntaxError if that fails. */
function parse(css: string): Sheet {
  let rules: readonly Rule[] = [];
  const urls: Url[] = [];
  transform({
    filename: 'style.css',
    code: Buffer.from(css),
    visitor: {
      StyleSheet(sheet) {
        rules = sheet.rules;
      },
      Url: (url) => void urls.push(url),
    },
  });
  return { rules, urls };
}

function describe(css: string, { at, why }: Fault): ForeignRule {
  const rest = css.split('\n').slice(at.line).join('\n');
  const [text = ''] = rest.slice(at.column - 1).split(/[{;]/, 1);
  return { line: at.line + 1, text: text.trim().replaceAll(/\s+/g, ' ').slice(0, 80), why };
}

function check(css: string, faults: (sheet: Sheet) => readonly Fault[]): ForeignRule[] {
  try {
    return faults(parse(css)).map((fault) => describe(css, fault));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { loc = { line: 1 } } = error as { loc?: { line: number } };
    return [{ line: loc.line, text: '', why: `It can’t be read as CSS: ${error.message}.` }];
  }
}

/** Returns the rules that a source file must not contain. Only classes in CSS Modules count as the remote's own. */
export function foreignRulesInSource(css: string, file: string): ForeignRule[] {
  const isModule = file.endsWith('.module.css');
  return check(css, ({ rules }) => rules.flatMap((rule) => faultsOf(rule, () => isModule)));
}

/** Returns the cascade layer of all of a remote's styles, inside the layer `app`, which the shell declares. */
export const layerOf = (remote: string): string => `app.${remote}`;

/**
 * Returns the rules that a remote's built style sheet must not contain, including those outside the remote's layer, and
 * the pictures and fonts that it contains as data: addresses.
 */
export function foreignRulesInBuild(css: string, remote: string): ForeignRule[] {
  const layer = layerOf(remote);
  const outside = `It is not in the remote’s layer: write all of the sheet into @layer ${layer}, as remoteConfig of @patchwork/build does.`;
  const isOwn: IsOwn = (name) => name.startsWith(`${remote}-`);
  return check(css, ({ rules, urls }) => [
    ...rules.flatMap((rule): Fault[] => {
      const faults = faultsOf(rule, isOwn);
      if (faults.length > 0 || rule.type === 'ignored' || rule.type === 'custom') return faults;
      const isInLayer = rule.type === 'layer-block' && rule.value.name?.join('.') === layer;
      return isInLayer ? [] : [{ at: rule.value.loc, why: outside }];
    }),
    ...urls
      .filter(({ url }) => /^data:/i.test(url))
      // Unlike that of a rule, the line of an address is 1-based.
      .map(({ loc }) => ({ at: { ...loc, line: loc.line - 1 }, why: inlinedFile })),
  ]);
}

/** Returns one message for all refused rules of a style sheet; undefined if there are none. */
const messageOf = (file: string, rules: readonly ForeignRule[]): string | undefined =>
  rules.length === 0
    ? undefined
    : rules.map(({ line, text, why }) => `${file}:${line} ${text}\n${why}`).join('\n');

/**
 * Bundler plugin that confines a remote's styles to its own elements: it refuses rules that could match other elements,
 * and puts all rules into the remote's cascade layer inside the shell's layer `app`.
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
    const built = new Map<string, { readonly css: string; readonly message: string | undefined }>();
    /**
     * Checks a style sheet of the output only if it has changed: parsing all of them takes a third of the rebuild after
     * an edit.
     */
    function messageOfBuilt(file: string, css: string): string | undefined {
      const known = built.get(file);
      if (known?.css === css) return known.message;
      const message = messageOf(file, foreignRulesInBuild(css, remote));
      built.set(file, { css, message });
      return message;
    }
    // Checks the source files, so that the message can name the file. Rules that one sheet imports from another are
    // checked in the output below.
    api.transform({ test: /\.css$/, environments, order: 'pre' }, ({ code, resourcePath }) => {
      const file = path.relative(path.dirname(root), resourcePath);
      refused.set(file, messageOf(file, foreignRulesInSource(code, resourcePath)));
      return code;
    });
    api.processAssets({ stage: 'additions', environments }, ({ compilation, sources, assets }) => {
      const inSources = [...refused.values()].filter((message) => message !== undefined);
      const inBuild: string[] = [];
      // Only the styles are read: the bundler copies each file that is.
      for (const file of Object.keys(assets).filter((name) => name.endsWith('.css'))) {
        const asset = assets[file];
        if (!asset) continue;
        // Puts the styles of shared components, in the layer `ui`, before the remote's own, whichever file is imported first.
        const opening = `@layer ${layerOf(remote)}{@layer ui,app;\n`;
        const wrapped = new sources.ConcatSource(opening, asset, '\n}');
        const message = messageOfBuilt(file, wrapped.source().toString());
        if (message !== undefined) inBuild.push(message);
        compilation.updateAsset(file, wrapped);
      }
      // The output repeats the problems of the sources, so its own are reported only if the sources have none.
      for (const message of inSources.length > 0 ? inSources : inBuild) {
        const error = new Error(message);
        delete error.stack;
        compilation.errors.push(error);
      }
    });
  },
});
