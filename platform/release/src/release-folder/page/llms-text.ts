import { namesIn } from '@patchwork/host';
import { type DeclaredHead, literalPaths } from './head.ts';
import { escapeMarkdown, linkTo } from './markdown.ts';

/** What llms.txt says of a shop. */
export interface LlmsContent {
  readonly heads: readonly DeclaredHead[];
  /** The shop's name and description. */
  readonly shop: string;
  readonly description: string;
  /** Public URL of the shop: 'https://shop.example'. */
  readonly origin: string;
  /** Base URL of the API, '/' for the shop's own origin; undefined if there is none. */
  readonly apiBaseUrl: string | undefined;
  /** Whether the shop's server sends pages as Markdown, and lists all in the sitemap. A plain web server does not. */
  readonly isServed: boolean;
}

/** Returns a declared text, unless it depends on data. */
const constant = (text: string | undefined): string | undefined =>
  text !== undefined && namesIn(text).length === 0 ? text : undefined;

function pageLines({ heads, shop, origin }: LlmsContent): string[] {
  const declared = new Map(heads.map(({ path, head }) => [path, head]));
  return literalPaths(heads.filter(({ head }) => head)).map((path) => {
    const head = declared.get(path);
    const description = constant(head?.description);
    const link = linkTo(constant(head?.title) ?? shop, origin + path);
    return `- ${link}${description ? `: ${escapeMarkdown(description)}` : ''}`;
  });
}

/** Returns what is said of the pages of a list, such as a product's. */
function listLines({ heads, origin, apiBaseUrl, isServed }: LlmsContent): string[] {
  const api = apiBaseUrl === '/' ? origin : apiBaseUrl?.replace(/\/$/, '');
  return heads.flatMap(({ path, head, isIndexed }) => {
    if (!head?.sitemap || !isIndexed) return [];
    const pages = `\`${origin}${path.replaceAll(/:(\w+)/g, '{$1}')}\``;
    const feed = head.sitemap.feed && api && linkTo('feed', api + head.sitemap.feed);
    const said = [
      isServed && `all are listed in the ${linkTo('sitemap', `${origin}/sitemap.xml`)}`,
      isServed && head.data && 'each is sent as Markdown to requests with `Accept: text/markdown`',
      feed && `the ${feed} has the same entries`,
    ].filter(Boolean);
    return said.length > 0 ? [`- ${pages}: ${said.join('; ')}`] : [];
  });
}

/** Returns the text of llms.txt, in the form of https://llmstxt.org: what the shop is, and where its pages are. */
export function llmsText(content: LlmsContent): string {
  const pages = pageLines(content);
  const lists = listLines(content);
  const blocks = [
    // A template may have no title.
    `# ${escapeMarkdown(content.shop || new URL(content.origin).host)}`,
    content.description && `> ${escapeMarkdown(content.description)}`,
    pages.length > 0 && `## Pages\n\n${pages.join('\n')}`,
    lists.length > 0 && `## Lists of pages\n\n${lists.join('\n')}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
