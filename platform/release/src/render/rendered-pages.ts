import {
  type FragmentHole,
  fragmentKey,
  type PageRequest,
  type PageSurroundings,
  type RenderedPage,
} from '@patchwork/host';
import type {
  ComposedPage,
  PrerenderedFragment,
  PrerenderedPage,
  RenderedFragment,
} from '../release-folder/page/page.ts';
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

/**
 * Returns a page with its data and its fragments; undefined if the page can't be rendered, or not in time. A fragment
 * that can't be rendered in the same time is left out.
 */
export type RenderedPages = (
  page: PrerenderedPage,
  request: PageRequest,
) => ComposedPage | undefined | Promise<ComposedPage | undefined>;

interface RenderedPagesOptions {
  readonly renderers: Renderers;
  readonly api: ApiReader;
  readonly surroundings: PageSurroundings;
  readonly fragments: readonly PrerenderedFragment[];
}

/** Resolves, once it is called, when a page with its fragments is late. Each call returns the same promise. */
type Deadline = () => Promise<undefined>;

function createDeadline(): Deadline {
  let late: Promise<undefined> | undefined;
  return () => {
    late ??= wait(DEADLINE_MS);
    return late;
  };
}

/** Returns what `join` makes of the parts: at once if none is a promise. */
function whenAll<Part, Whole>(
  parts: readonly (Part | Promise<Part>)[],
  join: (parts: readonly Part[]) => Whole,
): Whole | Promise<Whole> {
  const isHere = (part: Part | Promise<Part>): part is Part => !(part instanceof Promise);
  return parts.every(isHere) ? join(parts) : Promise.all(parts).then(join);
}

/**
 * Returns a function that renders pages, and caches each while the API's responses to its calls stay the same. The
 * fragments in a page are rendered with the page's data, and cached with the page.
 */
export function createRenderedPages({
  renderers,
  api,
  surroundings,
  fragments,
}: RenderedPagesOptions): RenderedPages {
  const ask = shareAnswers(api);
  const entries = new Map<string, Entry>();
  const entriesIn = new WeakMap<RenderedPage, Map<string, Entry>>();
  const composed = new WeakMap<RenderedPage, ComposedPage>();

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

  function inTime(
    entry: Entry,
    file: string,
    request: PageRequest,
    deadline: Deadline,
  ): RenderedPage | undefined | Promise<RenderedPage | undefined> {
    if (!entry.rendering && Date.now() - entry.checkedAt < FRESH_MS) return entry.page;
    entry.rendering ??= refresh(entry, file, request).finally(() => {
      entry.checkedAt = Date.now();
      entry.rendering = undefined;
    });
    return Promise.race([entry.rendering.then(() => entry.page), deadline()]);
  }

  const fragmentAt = (hole: FragmentHole): PrerenderedFragment | undefined =>
    fragments.find(({ remote, slot }) => remote.id === hole.remote && slot === hole.slot);

  function renderFragment(
    page: RenderedPage,
    hole: FragmentHole,
    request: PageRequest,
    deadline: Deadline,
  ) {
    const found = fragmentAt(hole);
    if (!found) return undefined;
    const { remote, slot, props } = hole;
    const known = entriesIn.get(page) ?? new Map<string, Entry>();
    entriesIn.set(page, known);
    const key = fragmentKey(remote, slot, props);
    const entry = keep(known, key, known.get(key) ?? newEntry());
    const { renderer, module } = found;
    const fragment = { remote, slot, props, seed: page.seed };
    return inTime(entry, renderer.file, { ...request, module, fragment }, deadline);
  }

  /** Returns the same object as before if nothing has changed. */
  function join(page: RenderedPage, parts: readonly (RenderedPage | undefined)[]): ComposedPage {
    const { holes = [] } = page;
    const filled = holes.flatMap((hole, index): RenderedFragment[] => {
      const [fragment, rendered] = [fragmentAt(hole), parts[index]];
      return fragment && rendered ? [{ hole, fragment, rendered }] : [];
    });
    const before = composed.get(page);
    const isSame =
      before?.fragments.length === filled.length &&
      before.fragments.every(({ rendered }, index) => rendered === filled[index]?.rendered);
    const whole = isSame ? before : { page, fragments: filled };
    composed.set(page, whole);
    return whole;
  }

  function compose(page: RenderedPage, request: PageRequest, deadline: Deadline) {
    const { holes = [] } = page;
    const parts = holes.map((hole) => renderFragment(page, hole, request, deadline));
    return whenAll(parts, (rendered) => join(page, rendered));
  }

  return ({ remote, module, renderer }, request) => {
    if (!renderer || request.address.length > MAX_ADDRESS_LENGTH) return undefined;
    const key = `${remote.id} ${module} ${request.address}`;
    const entry = keep(entries, key, entries.get(key) ?? newEntry());
    const deadline = createDeadline();
    const page = inTime(entry, renderer.file, request, deadline);
    // Beside the page, if it has been rendered before.
    const before = entry.page && compose(entry.page, request, deadline);
    if (!(page instanceof Promise)) return before;
    return page.then((rendered) => rendered && compose(rendered, request, deadline));
  };
}
