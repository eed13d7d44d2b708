import { loadCatalogueAtom, sessionAtom } from '@patchwork/state';
import { atom } from 'jotai';
import { type Draft, draftAtom, isAuthorization } from '../../draft.ts';
import { addToHistoryAtom } from './history.ts';
import type { HistoryEntry } from './history-entry.ts';
import { type StoredResponse, titleOf, toStoredResponse } from './response.ts';
import { send } from './send.ts';
import { withToken } from './session-token.ts';
import { readEndpoint, type Target } from './target.ts';
import { toWire } from './wire.ts';

/** The last response, or null. Written by submitting only. */
const lastResponseAtom = atom<StoredResponse | null>(null);
export const responseAtom = atom((get) => get(lastResponseAtom));

const runningAtom = atom<AbortController | null>(null);
export const isSendingAtom = atom((get) => get(runningAtom) !== null);

export const cancelAtom = atom(null, (get): void => get(runningAtom)?.abort());

const readyAtom = atom<Promise<void> | null>(null);

/** The page's first call starts its mock, if it has one. A request of the tester must not be earlier. */
export const prepareAtom = atom(null, (get, set): Promise<void> => {
  const ready = get(readyAtom) ?? set(loadCatalogueAtom);
  set(readyAtom, ready);
  return ready;
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Sends the draft to its endpoint. One request at a time. */
export const submitAtom = atom(null, async (get, set, target: Target): Promise<void> => {
  if (get(runningAtom)) return;
  const running = new AbortController();
  set(runningAtom, running);
  const draft = get(draftAtom);
  const request = toWire(draft, target.url);
  if (target.isApi) await Promise.race([set(prepareAtom), untilAborted(running.signal)]);
  const at = Date.now();
  const start = performance.now();
  const outcome = await send(request, running.signal);
  const response = toStoredResponse(request, outcome, performance.now() - start);
  set(lastResponseAtom, response);
  set(runningAtom, null);
  set(addToHistoryAtom, toEntry(draft, response, at));
});

const toEntry = (draft: Draft, response: StoredResponse, at: number): HistoryEntry => ({
  id: response.id,
  at,
  draft,
  result: titleOf(response),
  duration: response.duration,
  size: response.content?.size ?? 0,
  notStored: [],
});

/** The entry's request with the session's token in it, and what is still missing. */
function restoreToken({ draft, notStored: withheld }: HistoryEntry, token: string | undefined) {
  const target = readEndpoint(draft.endpoint, window.location.href);
  const isOwnOrigin = target.ok && !target.value.isOtherOrigin;
  const needsToken = withheld.includes('authorization') && draft.headers.some(isAuthorization);
  if (!needsToken || !isOwnOrigin || !token) return { draft, missing: withheld };
  return {
    draft: { ...draft, headers: withToken(draft.headers, token) },
    missing: withheld.filter((name) => name !== 'authorization'),
  };
}

/** Puts a past request into the form. Returns the names of what was not stored with it. */
export const reuseAtom = atom(null, (get, set, entry: HistoryEntry): readonly string[] => {
  const { draft, missing } = restoreToken(entry, get(sessionAtom)?.token);
  set(draftAtom, draft);
  return missing;
});
