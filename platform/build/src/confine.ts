import { type Rule, type Selector, transform, type Visitor } from 'lightningcss';
import { type Fault, faultsOf, inBuildOf, parse, regionsOf } from './styles.ts';

/** Top-level rule of a built sheet. */
export interface Slice {
  readonly type: Rule['type'];
  readonly text: string;
  /** Parts that could affect other pieces. Those that are not refused are confined. */
  readonly faults: readonly Fault[];
}

/** Names in a remote's sheets that the whole page would share. */
export interface PageNames {
  readonly keyframes: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
}

/**
 * Cuts a built sheet into its top-level rules, as text: lightningcss can't print all rules that it has parsed. Throws its
 * SyntaxError if that fails.
 */
export function slicesOf(css: string, remote: string): Slice[] {
  let end = 0;
  const starts = css.split('\n').map((line) => {
    const start = end;
    end += line.length + 1;
    return start;
  });
  const placed = parse(css).rules.flatMap((rule) => {
    if (rule.type === 'ignored' || rule.type === 'custom') return [];
    const { line, column } = rule.value.loc;
    return [{ rule, start: (starts[line] ?? 0) + column - 1 }];
  });
  return placed.map(({ rule, start }, index) => ({
    type: rule.type,
    text: css.slice(start, placed[index + 1]?.start),
    faults: faultsOf(rule, inBuildOf(remote)),
  }));
}

/** Returns the names that must be changed in all sheets of a remote, because one may use those of another. */
export function pageNamesIn(slices: readonly Slice[]): PageNames {
  const faults = slices.flatMap((slice) => slice.faults);
  const named = (wanted: Fault['kind']) =>
    new Set(faults.flatMap(({ kind, name }) => (kind === wanted && name ? [name] : [])));
  return { keyframes: named('keyframes'), properties: named('property') };
}

type Part = Selector[number];

const isHost = (part: Part): boolean => part.type === 'pseudo-class' && part.kind === 'host';

/** Whether a part matches the page's own elements, which are outside of every remote's region. */
const isOfPage = (part: Part): boolean =>
  (part.type === 'type' && /^(?:html|body)$/i.test(part.name)) ||
  (part.type === 'pseudo-class' && part.kind === 'root') ||
  isHost(part);

const scope: Part = { type: 'pseudo-class', kind: 'scope' };

const descendant: Part = { type: 'combinator', value: 'descendant' };

const isGenerated = ({ type }: Part): boolean => type === 'pseudo-element';

/** Matches the region and what is in it, whatever is around it. */
const inRegion: Part = {
  ...{ type: 'pseudo-class', kind: 'where' },
  selectors: [[scope], [scope, descendant, { type: 'universal' }]],
};

/**
 * Makes a selector for the page, such as `:root`, `body` or `html.dark`, match the element of the remote's region. What it
 * says of the page beside its name, as in `html.dark` or `.dark body`, stays a condition.
 */
function ofRegion(before: Selector, subject: Selector): Selector {
  const page = subject.filter((part) => !isGenerated(part));
  const isCondition = page.length > 1 && !page.some(isHost);
  const condition = isCondition ? [...before, ...page, descendant] : before;
  const last = condition.at(-1);
  const around = last === undefined ? [] : [...condition.slice(0, -1), descendant];
  return [...around, scope, ...subject.filter(isGenerated)];
}

/** Index at which a selector's subject starts: the part that describes the matched element itself. */
const subjectOf = (selector: Selector): number =>
  selector.findLastIndex(({ type }) => type === 'combinator') + 1;

/** Replaces what means the page, also in the alternatives of `:is()` and `:where()`. */
function withRegion(selector: Selector): Selector {
  const start = subjectOf(selector);
  const [before, subject] = [selector.slice(0, start), selector.slice(start)];
  if (subject.some(isOfPage)) return ofRegion(before, subject);
  const parts = subject.map((part) =>
    part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where')
      ? { ...part, selectors: part.selectors.map(withRegion) }
      : part,
  );
  return [...before, ...parts];
}

/**
 * Adapts a selector to `@scope`, which confines what it matches. There, all of `.dark .card` would have to be in the
 * region; with `:scope` in the selector, only the card.
 */
function inScope(selector: Selector): Selector {
  const adapted = withRegion(selector);
  const start = subjectOf(adapted);
  const isWhole = adapted.some((part) => part === scope || part.type === 'nesting');
  if (start === 0 || isWhole) return adapted;
  const generated = adapted.findIndex(
    ({ type }, index) => index > start && type === 'pseudo-element',
  );
  const end = generated === -1 ? adapted.length : generated;
  return [...adapted.slice(0, end), inRegion, ...adapted.slice(end)];
}

/** Renames keyframes and registered properties where they are defined and used. */
const renaming = ({ keyframes, properties }: PageNames, remote: string): Visitor<never> => ({
  CustomIdent: (name) => (keyframes.has(name) ? `${remote}-${name}` : name),
  DashedIdent: (name) => (properties.has(name) ? `--${remote}-${name.slice(2)}` : name),
  // Names in values that are known only in the page: `--animate-spin: spin 1s`.
  Token: {
    ident: ({ value }) =>
      keyframes.has(value)
        ? { type: 'token', value: { type: 'ident', value: `${remote}-${value}` } }
        : undefined,
  },
});

const rewrite = (css: string, visitor: Visitor<never>): string =>
  transform({ filename: 'style.css', code: Buffer.from(css), visitor }).code.toString();

/** Rules that match no elements, and may not be within `@scope`. */
const isOutsideScope = ({ type }: Slice): boolean =>
  type === 'keyframes' || type === 'property' || type === 'layer-statement';

/**
 * Confines the plain rules of a remote's built sheet, such as those of Tailwind or of a package, to the remote's regions,
 * and puts them into the layer `plain`, before those of CSS Modules. In the same layer, `@scope` would make them win over
 * rules of the same specificity. Returns undefined if the sheet needs no change.
 */
export function confine(
  slices: readonly Slice[],
  remote: string,
  names: PageNames,
): string | undefined {
  const isPlain = ({ faults }: Slice) => faults.length > 0;
  const hasPlain = slices.some(isPlain);
  if (!hasPlain && names.keyframes.size + names.properties.size === 0) return undefined;
  const renamed = renaming(names, remote);
  const own = slices.filter((slice) => !isPlain(slice)).map(({ text }) => text);
  let isOpen = false;
  const plain = slices
    .filter((slice) => isPlain(slice) || slice.type === 'layer-statement')
    .map((slice) => {
      const wasOpen = isOpen;
      isOpen = !isOutsideScope(slice);
      if (isOpen === wasOpen) return slice.text;
      return isOpen ? `${regionsOf(remote)} {\n${slice.text}` : `}\n${slice.text}`;
    });
  if (isOpen) plain.push('}');
  const confined = rewrite(`@layer plain {\n${plain.join('')}}`, {
    ...renamed,
    Selector: inScope,
  });
  return (hasPlain ? confined : '') + rewrite(own.join(''), renamed);
}
