import { readFile } from 'node:fs/promises';
import type { PageRequest, PageSurroundings } from '@patchwork/host';
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

interface Rendering {
  readonly requests: readonly PageRequest[];
  readonly surroundings: PageSurroundings;
  readonly api: ApiReader;
}

/**
 * Renders pages with the code in `file`, in a process like a server's, each page twice. Returns, by address, a phrase
 * about each page that has a problem. Such a page would be sent without its data, or could not be hydrated.
 */
export async function renderingFaults(
  file: string,
  { requests, surroundings, api }: Rendering,
): Promise<Map<string, string>> {
  let ended: string | undefined;
  const code = await readFile(file, 'utf8');
  const process = openRenderProcess({ code, file }, (reason, culprit) => {
    ended = culprit ? `${culprit.address} ${reason}` : reason;
  });
  const render = async (request: PageRequest) =>
    (await process.render({ request, surroundings, api }))?.html;

  async function faultOf(request: PageRequest): Promise<string | undefined> {
    if (ended !== undefined) return `can’t be rendered on a server: ${ended}`;
    try {
      const [one, other] = [await render(request), await render(request)];
      if (one === undefined || other === undefined) return undefined;
      if (one !== other)
        return `is rendered differently each time, so no browser can hydrate it: “${difference(one, other)}”`;
      const [id] = danglingIds(one);
      return id === undefined ? undefined : `refers to an id that is not in its HTML: “${id}”`;
    } catch (error) {
      return `can’t be rendered on a server: ${messageOf(error)}`;
    }
  }

  try {
    await untilLoaded(process, () => ended !== undefined);
    const faults = new Map<string, string>();
    for (const request of requests) {
      const fault = await faultOf(request);
      if (fault !== undefined) faults.set(request.address, fault);
    }
    return faults;
  } finally {
    process.stop();
  }
}
