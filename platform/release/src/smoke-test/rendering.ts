import { readFile } from 'node:fs/promises';
import type { FragmentPlace, PageRequest, PageSurroundings, RenderedPage } from '@patchwork/host';
import { messageOf } from '../errors.ts';
import type { ApiReader } from '../render/api-answers.ts';
import { openRenderProcess, type RenderProcess } from '../render/render-process.ts';

const POLL_MS = 20;

/** Waits until a process has loaded its code, or has ended because that failed or took too long. */
async function untilLoaded({ isLoaded }: RenderProcess, hasEnded: () => boolean): Promise<void> {
  while (!isLoaded() && !hasEnded()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Attributes that refer to the ids of other elements. */
const references = / (?:aria-(?:labelledby|describedby|controls|details|owns)|for)="([^"]*)"/g;

/** Returns ids that a page's HTML refers to but doesn't contain. */
function danglingIds(html: string): string[] {
  const named = [...html.matchAll(references)].flatMap(([, ids = '']) => ids.split(/\s+/));
  return [...new Set(named)].filter((id) => id !== '' && !html.includes(` id="${id}"`));
}

/** Returns an excerpt of the second text around its first difference from the first text. */
function difference(one: string, other: string): string {
  const [before, after] = [[...one], [...other]];
  const different = before.findIndex((character, index) => character !== after[index]);
  const at = different < 0 ? before.length : different;
  return after.slice(Math.max(0, at - 20), at + 40).join('');
}

export interface Rendering {
  readonly surroundings: PageSurroundings;
  readonly api: ApiReader;
}

/** Returns the module that renders a fragment; undefined if it is not to be rendered. */
type ModuleOf = (hole: FragmentPlace) => string | undefined;

/** Returns the name of a requested page or fragment: 'page /cart'. */
const nameOf = ({ module, address, fragment }: PageRequest): string =>
  fragment ? `fragment ${module} in the slot “${fragment.slot}” of ${address}` : `page ${address}`;

/** Calls `work` with a function that renders with the code in `file`, in a process like a server's. */
async function withProcess<T>(
  file: string,
  { surroundings, api }: Rendering,
  work: (render: (request: PageRequest) => Promise<RenderedPage | undefined>) => Promise<T>,
): Promise<T> {
  let ended: string | undefined;
  const code = await readFile(file, 'utf8');
  const process = openRenderProcess({ code, file }, (reason, culprit) => {
    ended = culprit ? `${nameOf(culprit)} ${reason}` : reason;
  });
  try {
    await untilLoaded(process, () => ended !== undefined);
    return await work(async (request) => {
      if (ended !== undefined) throw new Error(ended);
      return process.render({ request, surroundings, api });
    });
  } finally {
    process.stop();
  }
}

/** Attributes with an id of React's useId: it differs in HTML that was rendered separately. */
const ownIds = / id="(_[Rr]_\w*_)"/;

/** Returns a phrase about HTML that no browser can show or hydrate; undefined if it is sound. */
function faultIn(html: string, { fragment }: PageRequest): string | undefined {
  const [id] = danglingIds(html);
  if (id !== undefined) return `refers to an id that is not in its HTML: “${id}”`;
  if (!fragment) return undefined;
  const [, ownId] = ownIds.exec(html) ?? [];
  if (ownId !== undefined)
    return `has the id “${ownId}” of useId, which is another one in the browser: derive it from the content`;
  if (/<style[\s>]/i.test(html))
    return 'has a <style> element, which the page’s Content-Security-Policy refuses: use CSS Modules, or leave out its "prerender"';
  return undefined;
}

/** Returns requests for the fragments in a rendered page that `moduleOf` has a module for. */
const requestsIn = (
  { holes = [], seed = '' }: RenderedPage,
  request: PageRequest,
  moduleOf: ModuleOf,
): PageRequest[] =>
  holes.flatMap(({ remote, slot, props }) => {
    const module = moduleOf({ remote, slot, props });
    return module ? [{ ...request, module, fragment: { remote, slot, props, seed } }] : [];
  });

/**
 * Renders pages and fragments with the code in `file`, each twice, and also the fragments in these pages that
 * `moduleOf` has a module for. Returns, by name, a phrase about each that has a problem. It would be sent without its
 * data, or could not be hydrated.
 */
export function renderingFaults(
  file: string,
  requests: readonly PageRequest[],
  rendering: Rendering,
  moduleOf: ModuleOf = () => undefined,
): Promise<Map<string, string>> {
  return withProcess(file, rendering, async (render) => {
    const waiting = [...requests];
    async function faultOf(request: PageRequest): Promise<string | undefined> {
      try {
        const page = await render(request);
        if (page && !request.fragment) waiting.push(...requestsIn(page, request, moduleOf));
        const [one, other] = [page?.html, (await render(request))?.html];
        if (one === undefined || other === undefined) return undefined;
        if (one !== other)
          return `is rendered differently each time, so no browser can hydrate it: “${difference(one, other)}”`;
        return faultIn(one, request);
      } catch (error) {
        return `can’t be rendered on a server: ${messageOf(error)}`;
      }
    }
    const faults = new Map<string, string>();
    for (const request of waiting) {
      const fault = await faultOf(request);
      if (fault !== undefined) faults.set(nameOf(request), fault);
    }
    return faults;
  });
}

/**
 * Renders pages with the code in `file`. Returns requests for the fragments in them that `moduleOf` has a module for. A
 * page that can't be rendered has none.
 */
export function fragmentRequests(
  file: string,
  requests: readonly PageRequest[],
  rendering: Rendering,
  moduleOf: ModuleOf,
): Promise<PageRequest[]> {
  return withProcess(file, rendering, async (render) => {
    const found: PageRequest[] = [];
    for (const request of requests) {
      const page = await render(request).catch(() => undefined);
      if (page) found.push(...requestsIn(page, request, moduleOf));
    }
    return found;
  });
}
