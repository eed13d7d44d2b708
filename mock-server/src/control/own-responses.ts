import { matchPath } from '@patchwork/api/routes';
import { pause } from '../api/pause.ts';
import type { OwnResponse } from './control.ts';

/** Statuses whose responses have no body (fetch standard). */
const withoutBody = new Set([204, 205, 304]);

/**
 * Resolves to the custom response to a request after the response's delay; rejects if the request is aborted earlier.
 * Returns undefined if there is no custom response.
 */
export function ownResponseTo(
  { method, url, signal }: Request,
  responses: readonly OwnResponse[],
): Promise<Response> | undefined {
  const { pathname } = new URL(url);
  const own = responses.find((each) => each.method === method && matchPath(each.path, pathname));
  if (!own) return undefined;
  const { status, headers, body, delay } = own;
  const hasBody = body !== undefined && !withoutBody.has(status);
  const marked = {
    ...(hasBody && { 'content-type': 'application/json' }),
    ...headers,
    'x-mock-response': `${method} ${own.path}`,
  };
  return pause(delay, signal).then(
    () => new Response(hasBody ? JSON.stringify(body) : null, { status, headers: marked }),
  );
}
