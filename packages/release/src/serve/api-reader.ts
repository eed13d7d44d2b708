import { configFields } from '../folder/config-fields.ts';

/** Sends a GET request for a path to the shop's API, and returns its response. */
export type ApiReader = (path: string) => Promise<Response>;

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
 * The API that the page uses too: one at an address of its own, or `own`, the one of this process.
 * Undefined where the shop runs on its mock, which is in the browser.
 */
export function apiReader(config: unknown, own: ApiReader | undefined): ApiReader | undefined {
  const { apiBaseUrl } = configFields(config);
  if (apiBaseUrl === undefined) return undefined;
  if (!/^https?:\/\//.test(apiBaseUrl)) return own && ((path) => inTime(own(path)));
  const base = apiBaseUrl.replace(/\/$/, '');
  return (path) =>
    fetch(base + path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
}
