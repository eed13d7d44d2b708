import { err, ok, type Result } from '@patchwork/domain';

/** Where a request goes. */
export interface Target {
  readonly url: URL;
  /** Outside of the page's origin: the mock is not asked, and the server may refuse this page. */
  readonly isForeign: boolean;
  /** Under the API's namespace of this origin: where the mock answers, if there is one. */
  readonly isApi: boolean;
}

/** Reads an endpoint as a browser would, from the page's own address; or says what is wrong. */
export function readEndpoint(endpoint: string, page: string): Result<Target, string> {
  const typed = endpoint.trim();
  if (typed === '') return err('Enter an endpoint, such as /api/products.');
  if (!URL.canParse(typed, page)) return err('This is no address that a browser can ask.');
  const url = new URL(typed, page);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return err('Only addresses of http and https can be asked.');
  }
  const isForeign = url.origin !== new URL(page).origin;
  return ok({ url, isForeign, isApi: !isForeign && /^\/api(?:\/|$)/.test(url.pathname) });
}
