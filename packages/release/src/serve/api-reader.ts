import { configFields } from '../folder/config-fields.ts';

/** Sends a GET request for a path to the shop's API, and returns its response. */
export type ApiReader = (path: string) => Promise<Response>;

/** Where pages get what they say of a product, unless the configuration names an API at another address. */
export interface Readers {
  /** The API of this process, where the configuration's `apiBaseUrl` is this origin. */
  readonly api?: ApiReader | undefined;
  /** Answers as the page's mock does before anyone has changed its data, where the configuration names no API. */
  readonly sample?: ApiReader | undefined;
}

/** How long one request to the API may take, whoever waits for it. */
const TIMEOUT_MS = 5000;

/** Rejects where an answer takes too long. */
function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`);
    timer = setTimeout(() => reject(error), TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * What knows the data of the page: an API at an address of its own, the one of this process, or the
 * sample where the shop runs on its mock. Undefined where there is nothing to ask.
 */
export function apiReader(config: unknown, { api, sample }: Readers): ApiReader | undefined {
  const { apiBaseUrl } = configFields(config);
  if (apiBaseUrl === undefined) return sample;
  if (!/^https?:\/\//.test(apiBaseUrl)) return api && ((path) => inTime(api(path)));
  const base = apiBaseUrl.replace(/\/$/, '');
  return (path) =>
    fetch(base + path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
}
