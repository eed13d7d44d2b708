import { err, ok, type Result } from '@patchwork/domain';

/** Where a request goes. */
export interface Target {
  readonly url: URL;
  /** Outside of the page's origin: not for the mock, and its server may refuse this page. */
  readonly isOtherOrigin: boolean;
  /** Under /api of this origin: for the mock, if there is one. */
  readonly isApi: boolean;
}

/** Reads an endpoint as a browser does, relative to the page's own address. */
export function readEndpoint(endpoint: string, page: string): Result<Target, string> {
  const typed = endpoint.trim();
  if (typed === '') return err('Enter an endpoint, such as /api/products.');
  if (!URL.canParse(typed, page)) return err('This is no address that a browser can ask.');
  const url = new URL(typed, page);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return err('Only addresses of http and https can be asked.');
  }
  const isOtherOrigin = url.origin !== new URL(page).origin;
  return ok({ url, isOtherOrigin, isApi: !isOtherOrigin && /^\/api(?:\/|$)/.test(url.pathname) });
}
