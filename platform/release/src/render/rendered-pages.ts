import type { PageRequest, PageSurroundings, RenderedPage } from '@patchwork/host';
import type { PrerenderedPage } from '../release-folder/page/page.ts';
import { type ApiReader, DEADLINE_MS, keep, wait } from './api-answers.ts';
import type { Renderers } from './renderers.ts';

/**
 * Milliseconds for which an API response is reused, and for which a page is sent without comparing its responses with
 * new ones. A price is at most twice that old.
 */
const FRESH_MS = 1000;
const MAX_ADDRESS_LENGTH = 300;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

interface Entry {
  page?: RenderedPage | undefined;
  /** API responses for the page's calls, by path. */
  calls: ReadonlyMap<string, string>;
  checkedAt: number;
  rendering?: Promise<void> | undefined;
}

const newEntry = (): Entry => ({ calls: new Map(), checkedAt: 0 });

/** Returns a reader that shares each response among all pages for FRESH_MS. */
function shareAnswers(api: ApiReader): (path: string) => Promise<Answer> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();
  return (path) => {
    const known = answers.get(path);
    if (known && Date.now() - known.at < FRESH_MS) return known.answer;
    const answer = api(path).then(async (response) => ({
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: await response.text(),
    }));
    return keep(answers, path, { at: Date.now(), answer }).answer;
  };
}

/** Returns a page with its data; undefined if it can't be rendered, or not in time. */
export type RenderedPages = (
  page: PrerenderedPage,
  request: PageRequest,
) => RenderedPage | undefined | Promise<RenderedPage | undefined>;

interface RenderedPagesOptions {
  readonly renderers: Renderers;
  readonly api: ApiReader;
  readonly surroundings: PageSurroundings;
}

/** Returns a function that renders pages, and caches each while the API's responses to its calls stay the same. */
export function createRenderedPages({
  renderers,
  api,
  surroundings,
}: RenderedPagesOptions): RenderedPages {
  const ask = shareAnswers(api);
  const entries = new Map<string, Entry>();

  async function isCurrent({ page, calls }: Entry): Promise<boolean> {
    const same = [...calls].map(async ([path, text]) => (await ask(path)).text === text);
    return page !== undefined && (await Promise.all(same)).every(Boolean);
  }

  async function refresh(entry: Entry, file: string, request: PageRequest): Promise<void> {
    if (await isCurrent(entry).catch(() => false)) return;
    const calls = new Map<string, string>();
    entry.page = await renderers.render(file, {
      request,
      surroundings,
      async api(path) {
        const { text, status, type } = await ask(path);
        calls.set(path, text);
        return new Response(text, { status, headers: { 'content-type': type } });
      },
    });
    entry.calls = calls;
  }

  return ({ remote, module, renderer }, request) => {
    if (!renderer || request.address.length > MAX_ADDRESS_LENGTH) return undefined;
    const key = `${remote.id} ${module} ${request.address}`;
    const entry = keep(entries, key, entries.get(key) ?? newEntry());
    if (!entry.rendering && Date.now() - entry.checkedAt < FRESH_MS) return entry.page;
    entry.rendering ??= refresh(entry, renderer.file, request).finally(() => {
      entry.checkedAt = Date.now();
      entry.rendering = undefined;
    });
    const rendered = entry.rendering.then(() => entry.page);
    return Promise.race([rendered, wait(DEADLINE_MS)]);
  };
}
