import { loadCatalogueAtom, sessionAtom } from '@patchwork/state';
import { atom } from 'jotai';
import { type Draft, draftAtom, isAuthorization } from '../../draft.ts';
import { type Answer, answerTitle, toAnswer } from './answer.ts';
import { rememberAtom } from './history.ts';
import type { HistoryEntry } from './history-entry.ts';
import { send } from './send.ts';
import { withToken } from './session-token.ts';
import { readEndpoint, type Target } from './target.ts';
import { toWire } from './wire.ts';

/** The last answer, or null: 'Response is undefined.' Written by submitting only. */
const storedAtom = atom<Answer | null>(null);
export const answerAtom = atom((get) => get(storedAtom));

const runningAtom = atom<AbortController | null>(null);
export const isSendingAtom = atom((get) => get(runningAtom) !== null);

export const cancelAtom = atom(null, (get): void => get(runningAtom)?.abort());

const readyAtom = atom<Promise<void> | null>(null);

/** The page's first call starts its mock, where it has one; a request of ours must not be earlier. */
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
  const answer = toAnswer(request, outcome, performance.now() - start);
  set(storedAtom, answer);
  set(runningAtom, null);
  set(rememberAtom, toEntry(draft, answer, at));
});

const toEntry = (draft: Draft, answer: Answer, at: number): HistoryEntry => ({
  id: answer.id,
  at,
  draft,
  result: answerTitle(answer),
  duration: answer.duration,
  size: answer.content?.size ?? 0,
  withheld: [],
});

/** What is still missing of an entry's request, once the session has given what it can. */
function refill({ draft, withheld }: HistoryEntry, token: string | undefined) {
  const target = readEndpoint(draft.endpoint, window.location.href);
  const isHome = target.ok && !target.value.isForeign;
  const wantsToken = withheld.includes('authorization') && draft.headers.some(isAuthorization);
  if (!wantsToken || !isHome || !token) return { draft, missing: withheld };
  return {
    draft: { ...draft, headers: withToken(draft.headers, token) },
    missing: withheld.filter((name) => name !== 'authorization'),
  };
}

/** Puts a past request into the form again. Answers what storage did not keep of it. */
export const reuseAtom = atom(null, (get, set, entry: HistoryEntry): readonly string[] => {
  const { draft, missing } = refill(entry, get(sessionAtom)?.token);
  set(draftAtom, draft);
  return missing;
});
