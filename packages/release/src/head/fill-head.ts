import { fillTemplate, type HeadDeclaration } from '@patchwork/federation';
import { cleanText } from './clean-text.ts';
import type { DeclaredHead } from './declared-heads.ts';

/** What search engines and chat programs show of a title and a description is shorter. */
const TITLE_LENGTH = 200;
const DESCRIPTION_LENGTH = 300;

/** The head of one page. What is undefined is left out. */
export interface PageHead {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly type: HeadDeclaration['type'];
  /** Absolute, as is the picture's. */
  readonly url: string | undefined;
  readonly image: string | undefined;
  readonly isIndexed: boolean;
  readonly jsonLd: unknown;
}

/** By placeholder, what the API's answer has for it. */
export type HeadValues = Readonly<Record<string, string | boolean>>;

export interface Filling {
  /** The public address of the shop: 'https://shop.example'. */
  readonly origin: string | undefined;
  /** The page's own path; undefined where it is not known. */
  readonly path: string | undefined;
  /** Undefined while the API's answer is not there. */
  readonly values: HeadValues | undefined;
}

/** An absolute address; undefined for one that is not of the web. */
function absolute(address: string | undefined, origin: string | undefined): string | undefined {
  if (address === undefined || /^https?:\/\//.test(address)) return address;
  return origin && /^\/(?!\/)/.test(address) ? origin + address : undefined;
}

/** A JSON value with its texts filled. Undefined, and so left out of its object, where that fails. */
function fillJson(value: unknown, fill: (text: string) => string | undefined): unknown {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) {
    return value.map((entry) => fillJson(entry, fill)).filter((entry) => entry !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, fillJson(entry, fill)]),
  );
}

/** Fills a declared head with what is known of the page. */
export function fillHead(
  { head, isIndexed }: DeclaredHead,
  { origin, path, values }: Filling,
): PageHead {
  const valueFor = (name: string) =>
    values && Object.hasOwn(values, name) ? values[name] : undefined;
  const fill = (text: string | undefined) => text && fillTemplate(text, valueFor);
  const cut = (text: string | undefined, length: number) => text && cleanText(text, length);
  const url = path === undefined ? undefined : absolute(path, origin);
  const image = absolute(fill(head?.image), origin);
  const ofPage: Readonly<Record<string, string | undefined>> = {
    'page.url': url,
    'page.image': image,
  };
  const isFilled = values !== undefined || !head?.data;
  const jsonLd = fillJson(isFilled ? head?.jsonLd : undefined, (text) =>
    fillTemplate(text, (name) => ofPage[name] ?? valueFor(name)),
  );
  return {
    title: cut(fill(head?.title), TITLE_LENGTH),
    description: cut(fill(head?.description), DESCRIPTION_LENGTH),
    type: head?.type ?? 'website',
    ...{ url, image, isIndexed, jsonLd },
  };
}
