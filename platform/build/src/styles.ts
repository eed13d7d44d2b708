import { type Rule, type SelectorList, transform, type Url } from 'lightningcss';

/** Rule that is refused because it could affect other pieces, or sheet that can't be parsed. `line` is 1-based. */
export interface ForeignRule {
  readonly line: number;
  /** The rule's prelude, at most 80 characters; empty if the style sheet can't be parsed. */
  readonly text: string;
  /** Sentence that says why the rule is refused, and how to fix it. */
  readonly why: string;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Part of a rule that could affect other pieces. */
export interface Fault {
  readonly at: Place;
  /** A selector, the name of keyframes, of a registered property or of a font, or a rule that only the shell may have. */
  readonly kind: 'selector' | 'keyframes' | 'property' | 'font' | 'rule' | 'import';
  /** The name that is not the remote's own. */
  readonly name?: string;
  readonly why: string;
}

/** Whether a fault is refused. Others can be confined to the remote's regions, or renamed. */
export const isRefused = (kind: Fault['kind']): boolean =>
  kind === 'font' || kind === 'rule' || kind === 'import';

const inlinedFile =
  'The page’s Content-Security-Policy refuses data: addresses: make it a file of the build. remoteConfig of @patchwork/build does so; the setting is build.assetsInlineLimit: 0 in Vite, and type: ‘asset/resource’ in Rspack and webpack.';
const foreignSelector =
  'It can match elements that are not the remote’s own: write a class of the module into each selector, on the element that is styled or on one around it; or move it to a plain .css file, which remoteConfig of @patchwork/build confines to the remote’s regions.';
const foreignKeyframes =
  'Names of keyframes belong to the whole page: write them in a .module.css, which makes them the remote’s own.';
const foreignAtRule =
  'This at-rule belongs to the whole page, so only the shell may have it: leave it out.';
const foreignImport =
  'The page loads no style sheet from another address: install the package that has it, and import the file from there.';
const foreignProperty = (remote: string) =>
  `Registered properties belong to the whole page: begin the name with --${remote}-, here and where it is used.`;
const foreignFont = (remote: string) =>
  `Names of fonts belong to the whole page: begin font-family with ${remote}-, here and where it is used; or leave the rule out, and use the shop’s fonts.`;

/** Sheet of a remote, in which faults are looked for. */
export interface Context {
  readonly remote: string;
  /** Whether a class or the name of keyframes is the remote's own. */
  readonly isOwn: (name: string) => boolean;
  /** Whether the rules are in an `@scope` of the remote's regions: their selectors match nothing else. */
  readonly isConfined?: boolean;
}

/** Returns the `@scope` that confines rules to a remote's pages and fragments, without others that are in them. */
export const regionsOf = (remote: string): string =>
  `@scope ([data-boundary="${remote}"]) to ([data-boundary]:not([data-boundary="${remote}"]))`;

/**
 * Whether a selector only matches elements with a class of the remote, or their descendants. Classes within :is(),
 * :not() or :has() don't count: `body:has(.card)` matches the body.
 */
function matchesOnlyOwn(selector: SelectorList[number], isOwn: Context['isOwn']): boolean {
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

type ScopeRule = Extract<Rule, { type: 'scope' }>;

const limitsOf = ({ value: { scopeStart, scopeEnd } }: ScopeRule): string =>
  JSON.stringify([scopeStart, scopeEnd]);

function isOfRegions(rule: ScopeRule, remote: string): boolean {
  const [expected] = parse(`${regionsOf(remote)}{}`).rules;
  return expected?.type === 'scope' && limitsOf(rule) === limitsOf(expected);
}

const fontOf = ({ value }: Extract<Rule, { type: 'font-face' }>): string =>
  String(value.properties.find(({ type }) => type === 'font-family')?.value);

/** Returns the parts of a rule that could affect other pieces. */
export function faultsOf(rule: Rule, context: Context): Fault[] {
  const { remote, isOwn, isConfined } = context;
  const within = (rules: readonly Rule[], inner = context) =>
    rules.flatMap((each) => faultsOf(each, inner));
  switch (rule.type) {
    case 'style': {
      const { selectors, rules = [], loc: at } = rule.value;
      const isFine = isConfined || selectors.every((selector) => matchesOnlyOwn(selector, isOwn));
      const own: Fault[] = isFine ? [] : [{ at, kind: 'selector', why: foreignSelector }];
      return [...own, ...within(rules)];
    }
    case 'scope': {
      if (isConfined || isOfRegions(rule, remote))
        return within(rule.value.rules, { ...context, isConfined: true });
      return [{ at: rule.value.loc, kind: 'selector', why: foreignSelector }];
    }
    case 'container':
    case 'layer-block':
    case 'media':
    case 'starting-style':
    case 'supports':
      return within(rule.value.rules);
    case 'keyframes': {
      const { name, loc: at } = rule.value;
      if (isOwn(name.value)) return [];
      return [{ at, kind: 'keyframes', name: name.value, why: foreignKeyframes }];
    }
    case 'property': {
      const { name, loc: at } = rule.value;
      if (name.startsWith(`--${remote}-`)) return [];
      return [{ at, kind: 'property', name, why: foreignProperty(remote) }];
    }
    case 'font-face': {
      if (fontOf(rule).startsWith(`${remote}-`)) return [];
      return [{ at: rule.value.loc, kind: 'font', why: foreignFont(remote) }];
    }
    case 'import': {
      const { url, loc: at } = rule.value;
      return /^(?:[a-z]+:)?\/\//i.test(url) ? [{ at, kind: 'import', why: foreignImport }] : [];
    }
    case 'ignored':
    case 'layer-statement':
    case 'nested-declarations':
      return [];
    case 'custom':
      return [{ at: { line: 0, column: 1 }, kind: 'rule', why: foreignAtRule }];
    default:
      return [{ at: rule.value.loc, kind: 'rule', why: foreignAtRule }];
  }
}

interface Sheet {
  readonly rules: readonly Rule[];
  readonly urls: readonly Url[];
}

/** Parses a style sheet. Throws lightningcss's SyntaxError if that fails. */
export function parse(css: string): Sheet {
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

/** Describes a fault in a sheet. */
export function describe(css: string, { at, why }: Pick<Fault, 'at' | 'why'>): ForeignRule {
  const rest = css.split('\n').slice(at.line).join('\n');
  const [text = ''] = rest.slice(at.column - 1).split(/[{;]/, 1);
  return { line: at.line + 1, text: text.trim().replaceAll(/\s+/g, ' ').slice(0, 80), why };
}

function check(
  css: string,
  faults: (sheet: Sheet) => readonly Pick<Fault, 'at' | 'why'>[],
): ForeignRule[] {
  try {
    return faults(parse(css)).map((fault) => describe(css, fault));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { loc = { line: 1 } } = error as { loc?: { line: number } };
    return [{ line: loc.line, text: '', why: `It can’t be read as CSS: ${error.message}.` }];
  }
}

/**
 * Returns the rules that a source file must not contain. All classes and keyframes of a CSS Module are the remote's own.
 * The build confines what a plain sheet has, but for rules of the whole page, and names that scripts may use too.
 */
export function foreignRulesInSource(css: string, file: string, remote: string): ForeignRule[] {
  if (file.endsWith('.module.css'))
    return check(css, ({ rules }) =>
      rules.flatMap((rule) => faultsOf(rule, { remote, isOwn: () => true })),
    );
  // Rules that CSS doesn't know, and sheets that can't be parsed, may be for a plugin: the output shows what is left.
  return check(css, ({ rules }) =>
    rules
      .filter(({ type }) => type !== 'unknown' && type !== 'custom')
      .flatMap((rule) => faultsOf(rule, { remote, isOwn: () => false }))
      .filter(({ kind }) => isRefused(kind) || kind === 'property'),
  ).filter(({ text }) => text !== '');
}

/** Returns the cascade layer of all of a remote's styles, inside the layer `app`, which the shell declares. */
export const layerOf = (remote: string): string => `app.${remote}`;

/** The remote's own names in a built style sheet begin with its id. */
export const inBuildOf = (remote: string): Context => ({
  remote,
  isOwn: (name) => name.startsWith(`${remote}-`),
});

/**
 * Returns the rules that a remote's built style sheet must not contain, including those outside the remote's layer, and
 * the pictures and fonts that it contains as data: addresses.
 */
export function foreignRulesInBuild(css: string, remote: string): ForeignRule[] {
  const layer = layerOf(remote);
  const outside = `It is not in the remote’s layer: write all of the sheet into @layer ${layer}, as remoteConfig of @patchwork/build does.`;
  return check(css, ({ rules, urls }) => [
    ...rules.flatMap((rule): Pick<Fault, 'at' | 'why'>[] => {
      const faults = faultsOf(rule, inBuildOf(remote));
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
