import * as v from 'valibot';
import type { DeclaredRoute } from './declaration.ts';
import { isParameter, segmentsOf } from './routes.ts';

/** '{product.title}', or '{product.in_stock ? InStock : OutOfStock}'. */
const placeholder = /\{(\w+(?:\.\w+)*)(?: \? (\w+) : (\w+))?\}/g;

/** Returns whether each brace of a text belongs to a placeholder. */
export const isTemplate = (text: string): boolean => !/[{}]/.test(text.replaceAll(placeholder, ''));

/** Returns the names of the values that a text needs: 'product.title'. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/** Fills the placeholders of a text. Undefined when a value is missing: half a sentence is worse than none. */
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

/** Returns the texts in a JSON value, at any depth, without the names of its fields. */
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

const objectOf = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.strictObject(fields, ({ expected, message }) =>
    expected === 'never' ? 'there is no such field' : message,
  );

/** Head of a page, for crawlers and for those who share its address. */
export const headSchema = objectOf({
  /** Title without the shop's name, which is appended. By default the shop's name alone. */
  title: v.optional(template),
  /** Description; by default the shop's own. */
  description: v.optional(template),
  /** Address of a picture: a path of the shop, or an absolute address. */
  image: v.optional(template),
  /** Open Graph's type of the page's content. */
  type: v.optional(v.picklist(['website', 'product', 'article']), 'website'),
  /** Whether search engines list the page. Pages behind the login are always left out. */
  index: v.optional(v.boolean(), true),
  /** The GET call of the API whose answer fills the placeholders; its parameters are the path's. */
  data: v.optional(call),
  /** The page for search engines, as schema.org describes it, without @context. */
  jsonLd: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((value) => textsIn(value).every(isTemplate), placeholderMessage),
    ),
  ),
  /** Source of the sitemap's addresses for a path with parameters. */
  sitemap: v.optional(
    objectOf({
      /** The GET call of the API that lists them. */
      data: call,
      /** The field of the answer with the list. */
      list: v.string(),
      /**
       * The query parameter that requests the next page of the list; its value is the answer's `next`. Without it,
       * one answer has the whole list.
       */
      cursor: v.optional(v.string()),
      /** Field of an entry, for each parameter of the path. */
      parameters: v.record(v.string(), v.string()),
    }),
  ),
});

export type HeadDeclaration = v.InferOutput<typeof headSchema>;

/** Returns the names of the values that a head is filled with. */
export const namesOfHead = ({ title, description, image, jsonLd }: HeadDeclaration): string[] =>
  textsIn([title, description, image, jsonLd]).flatMap(namesIn);

/** Names of the values that every page has, without any data. */
const namesOfPage: readonly string[] = ['page.url', 'page.image'];

const parametersIn = (path: string): string[] =>
  segmentsOf(path)
    .filter(isParameter)
    .map((segment) => segment.slice(1));

/** Returns the fault of a head on this route, if any. */
export function headProblem(
  { path, access }: Pick<DeclaredRoute, 'path' | 'access'>,
  head: HeadDeclaration | undefined,
): string | undefined {
  if (!head) return undefined;
  const { data, sitemap } = head;
  if (access === 'login' && (data ?? sitemap)) {
    return 'a page behind the login has neither data nor a sitemap in its head';
  }
  const own = parametersIn(path);
  const foreign = parametersIn(data ?? '').find((name) => !own.includes(name));
  if (foreign) return `head.data names :${foreign}, which ${path} has not`;
  const name = namesOfHead(head).find((name) => !namesOfPage.includes(name));
  if (name?.startsWith('page.')) return `{${name}} is not one of {page.url} and {page.image}`;
  if (name && !data) return `{${name}} needs head.data, the call that has it`;
  const listed = Object.keys(sitemap?.parameters ?? {}).sort();
  if (sitemap && (own.length === 0 || listed.join() !== own.sort().join())) {
    return `head.sitemap.parameters has not the parameters of ${path}`;
  }
  return undefined;
}
