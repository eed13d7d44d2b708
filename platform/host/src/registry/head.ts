import * as v from 'valibot';
import type { DeclaredRoute } from './declaration.ts';
import { isParameter, ownsRest, REST, segmentsOf } from './routes.ts';

/** Matches a placeholder: '{product.title}', or '{product.in_stock ? InStock : OutOfStock}'. */
const placeholder = /\{(\w+(?:\.\w+)*)(?: \? (\w+) : (\w+))?\}/g;

/** Whether each brace of a text belongs to a placeholder. */
export const isTemplate = (text: string): boolean => !/[{}]/.test(text.replaceAll(placeholder, ''));

/** Returns the names of the values that a text refers to, such as 'product.title'. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/**
 * Fills the placeholders of a text. Returns undefined if a value is missing or empty, so that no incomplete sentence is
 * shown.
 */
export function fillTemplate(
  text: string,
  valueFor: (name: string) => string | boolean | undefined,
): string | undefined {
  const values = namesIn(text).map(valueFor);
  if (values.some((value) => value === undefined || value === '')) return undefined;
  return text.replaceAll(placeholder, (_whole, name: string, yes?: string, no?: string) => {
    const value = valueFor(name);
    return String((value === true || value === 'true' ? yes : no) ?? value);
  });
}

/** Returns all texts in a JSON value, at any depth, without property names. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const placeholderMessage =
  'a placeholder is written {product.title} or {product.in_stock ? InStock : OutOfStock}';

const template = v.pipe(v.string(), v.check(isTemplate, placeholderMessage));

const call = v.pipe(
  v.string(),
  v.regex(/^\/(?!\/)[^\s{}]*$/, 'a call of the API is written "/api/products/:productId"'),
);

/** Returns the schema of an object that a team writes: a misspelt field is an error. */
export const objectOf = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.strictObject(fields, ({ expected, message }) =>
    expected === 'never' ? 'there is no such field' : message,
  );

/** Structured data in schema.org's vocabulary, without @context. */
const jsonLd = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => textsIn(value).every(isTemplate), placeholderMessage),
);

/** Value for each parameter of the page's path. */
const parameters = v.record(v.string(), v.string());

/** Texts of a page's head in another language. */
const translatedHead = objectOf({
  title: v.optional(template),
  description: v.optional(template),
});

/** Metadata of a page, for crawlers and link previews. */
export const headSchema = objectOf({
  /** Title; the shop's name is appended to it. By default, the title is only the shop's name. */
  title: v.optional(template),
  /** Description. By default the shop's. */
  description: v.optional(template),
  /** Address of a picture: a path of the shop, or a full URL. */
  image: v.optional(template),
  /** Open Graph type. */
  type: v.optional(v.picklist(['website', 'product', 'article']), 'website'),
  /** Whether search engines may index the page. Pages behind the login are never indexed. */
  index: v.optional(v.boolean(), true),
  /** Texts in other languages of the remote, by language. Absent ones are English. */
  languages: v.optional(v.record(v.string(), translatedHead)),
  /** API call (GET) whose response fills the placeholders. The call may contain parameters of the page's path. */
  data: v.optional(call),
  jsonLd: v.optional(jsonLd),
  /** Further pages of the same thing, such as a product's other sizes, if the response lists any. */
  variants: v.optional(
    objectOf({
      /** Name of the list in the response: 'product.siblings'. */
      list: v.string(),
      /** Field of a list entry that holds the value, for each parameter of the path. */
      parameters,
      /** Name of the value, for each parameter of the path of the page that stands for all; by default, each for itself. */
      canonical: v.optional(parameters),
      /**
       * Instead of the page's own, for which '{page.jsonLd}' stands. An entry of an array with {variant.url} is repeated
       * for each variant.
       */
      jsonLd: v.optional(jsonLd),
      /** Words that tell a variant from the others: '{variant.size}' is a field of the list's entry. */
      label: v.optional(v.array(template)),
    }),
  ),
  /** Source of the page's entries in the sitemap, if its path has parameters or ends with "/*". */
  sitemap: v.optional(
    objectOf({
      /** API call (GET) that lists the entries. */
      data: call,
      /** Field of the response that holds the list. */
      list: v.string(),
      /**
       * Query parameter for the next page of the list; its value is the previous response's `next`. Without `cursor`,
       * one response holds the whole list.
       */
      cursor: v.optional(v.string()),
      /** Field of a list entry that holds the value, for each parameter of the path. */
      parameters,
      /** Fields that are used instead, if the entry has them: of the page that stands for all variants. */
      canonical: v.optional(parameters),
      /** Address of a feed of the same entries, below the API's base URL. */
      feed: v.optional(call),
    }),
  ),
});

export type HeadDeclaration = v.InferOutput<typeof headSchema>;

/** Placeholder for the address of a variant, in the structured data of pages with variants. */
export const VARIANT_URL = 'variant.url';

/** Placeholder for the structured data of the page itself, in that of pages with variants. */
export const PAGE_JSON_LD = 'page.jsonLd';

/** Returns the name of a variant's value, such as 'product.siblings.2.size' for 'variant.size'. */
export const nameInVariant = (list: string, index: number | '*', name: string): string =>
  name.replace(/^variant\./, `${list}.${index}.`);

/**
 * Returns the names of all values that a head refers to. Those of a list's entries have '*' as the entry's index:
 * 'product.siblings.*._id'.
 */
export const namesOfHead = ({
  title,
  description,
  languages,
  image,
  jsonLd: own,
  variants,
}: HeadDeclaration): string[] => [
  ...textsIn([title, description, languages, image, own]).flatMap(namesIn),
  ...textsIn(variants?.jsonLd)
    .flatMap(namesIn)
    .filter((name) => name !== VARIANT_URL && name !== PAGE_JSON_LD),
  ...textsIn(variants?.label)
    .flatMap(namesIn)
    .map((name) => nameInVariant(variants?.list ?? '', '*', name)),
  ...Object.values(variants?.canonical ?? {}),
  ...Object.values(variants?.parameters ?? {}).map((field) => `${variants?.list}.*.${field}`),
];

/** Names of the values that every page has without an API call. */
const namesOfPage: readonly string[] = ['page.url', 'page.image'];

const parametersIn = (path: string): string[] =>
  segmentsOf(path)
    .filter(isParameter)
    .map((segment) => segment.slice(1));

/** Returns a sentence that says what is wrong with a route's head; undefined if nothing is. */
export function headProblem(
  { path, access }: Pick<DeclaredRoute, 'path' | 'access'>,
  head: HeadDeclaration | undefined,
): string | undefined {
  if (!head) return undefined;
  const { data, sitemap, variants } = head;
  if (access === 'login' && (data ?? sitemap)) {
    return 'a page behind the login has neither data nor a sitemap in its head';
  }
  const own = parametersIn(path);
  const foreign = parametersIn(data ?? '').find((name) => !own.includes(name));
  if (foreign) return `head.data names :${foreign}, which ${path} has not`;
  const name = namesOfHead(head).find((name) => !namesOfPage.includes(name));
  if (name?.startsWith('page.')) return `{${name}} is not one of {page.url} and {page.image}`;
  if (name && !data) return `{${name}} needs head.data, the call that has it`;
  const addressed = (ownsRest(path) ? [...own, REST] : own).sort().join();
  const named = {
    'sitemap.parameters': sitemap?.parameters,
    'sitemap.canonical': sitemap?.canonical,
    'variants.parameters': variants?.parameters,
    'variants.canonical': variants?.canonical,
  };
  const wrong = Object.entries(named).find(
    ([, given]) => given && (addressed === '' || Object.keys(given).sort().join() !== addressed),
  );
  return wrong && `head.${wrong[0]} has not the parameters of ${path}`;
}
