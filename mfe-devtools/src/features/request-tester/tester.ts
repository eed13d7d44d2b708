import { type EndpointName, endpoints, pathFor } from '@patchwork/api';
import { exampleBodyOf, exampleIds } from '@patchwork/api/examples';
import type { OwnCalls } from '@patchwork/mock-server';
import { servicesAtom, sessionAtom } from '@patchwork/shop';
import { atom } from 'jotai';
import { draftAtom, isAuthorization } from '../../draft.ts';
import { addToHistoryAtom, type HistoryEntry } from './history.ts';
import { readEndpoint, type Target, toWire, withToken } from './request.ts';
import { type Exchanged, type StoredResponse, titleOf } from './response.ts';
import type { Outcome } from './send.ts';

export const examplePath = (name: EndpointName): string => pathFor(endpoints[name], exampleIds);

/** Fills the form with an example for this endpoint. Headers stay. */
export const fillExampleAtom = atom(null, (get, set, name: EndpointName): void =>
  set(draftAtom, {
    method: endpoints[name].method,
    endpoint: examplePath(name),
    headers: get(draftAtom).headers,
    body: JSON.stringify(exampleBodyOf(name) ?? {}, null, 2),
  }),
);

/** Fills the form with an example for an endpoint of a remote's own. Headers stay. */
export const fillOwnExampleAtom = atom(null, async (get, set, endpoint: OwnCall): Promise<void> => {
  const { method, path, body } = endpoint;
  const { createExample } = await import('./example-of.ts');
  set(draftAtom, {
    ...{ method, endpoint: path.replace(/:([a-z]\w*)/gi, '$1') },
    headers: get(draftAtom).headers,
    body: JSON.stringify(body ? createExample(body.schema) : {}, null, 2),
  });
});

/** Last response; null before the first. Only submitting writes it. */
export const responseAtom = atom<StoredResponse | null>(null);

type OwnCall = OwnCalls['calls'][number];

interface Running {
  /** Id of the response. */
  readonly id: string;
  readonly abort: AbortController;
}

const runningAtom = atom<Running | null>(null);
/** Id of the response that is awaited or arrives. */
export const sendingIdAtom = atom((get) => get(runningAtom)?.id);
export const isSendingAtom = atom((get) => get(runningAtom) !== null);

export const cancelAtom = atom(null, (get): void => get(runningAtom)?.abort.abort());

const readyAtom = atom<Promise<unknown> | null>(null);

/**
 * Starts the page's mock, if there is one, by calling the API once. Requests to the API must wait until this call ends.
 */
export const prepareAtom = atom(null, (get, set): Promise<unknown> => {
  const start = async () => {
    loadExchange().catch(() => undefined);
    await get(servicesAtom).api.listCategories({});
  };
  const ready = get(readyAtom) ?? start();
  set(readyAtom, ready);
  return ready;
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Loads the HTTP client, which is as large as the form. */
const loadExchange = () => import('./exchange.ts');

const notLoaded: Outcome = {
  kind: 'none',
  reason: 'the tester can’t be loaded just now. Try again, or load the page again.',
};

/** Sends the draft and adds it to the history. Does nothing while another request is being sent. */
export const submitAtom = atom(null, async (get, set, target: Target): Promise<void> => {
  if (get(runningAtom)) return;
  const at = Date.now();
  const id = `${at}-${Math.random().toString(36).slice(2)}`;
  const abort = new AbortController();
  set(runningAtom, { id, abort });
  const draft = get(draftAtom);
  const request = toWire(draft, target.url);
  // The mock may answer other origins too: APIs of the remotes' own.
  if (target.isApi || target.isOtherOrigin)
    await Promise.race([set(prepareAtom), untilAborted(abort.signal)]);
  const { url } = request;
  const show = (exchanged: Exchanged) => set(responseAtom, { id, url, ...exchanged });
  const exchanged = await loadExchange().then(
    ({ exchange }) => exchange(request, abort.signal, show),
    (cause): Exchanged => {
      console.error(cause);
      return { outcome: notLoaded, content: undefined, duration: 0 };
    },
  );
  show(exchanged);
  set(runningAtom, null);
  const { outcome, content, duration } = exchanged;
  const result = titleOf(outcome);
  const size = content?.size ?? 0;
  set(addToHistoryAtom, { id, at, draft, result, duration, size, notStored: [] });
});

/**
 * Fills the form with a past request. Adds the session token if the request had authorization and goes to this origin.
 * Returns the names of the values that weren't stored and are still missing.
 */
export const reuseAtom = atom(null, (get, set, entry: HistoryEntry): readonly string[] => {
  const { draft, notStored } = entry;
  const token = get(sessionAtom)?.token;
  const target = readEndpoint(draft.endpoint, window.location.href);
  const needsToken = notStored.includes('authorization') && draft.headers.some(isAuthorization);
  if (!needsToken || !token || !target.ok || target.value.isOtherOrigin) {
    set(draftAtom, draft);
    return notStored;
  }
  set(draftAtom, { ...draft, headers: withToken(draft.headers, token) });
  return notStored.filter((name) => name !== 'authorization');
});
