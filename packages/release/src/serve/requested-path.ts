import type { IncomingMessage } from 'node:http';

/** The path that a request asks for, decoded; undefined when it is not one. */
export function pathOf({ url = '' }: IncomingMessage): string | undefined {
  const [raw = ''] = url.split('?');
  try {
    const decoded = decodeURIComponent(raw);
    return decoded.startsWith('/') && !decoded.includes('\0') ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** A file or an API call. Where it is missing the page is no substitute: HTML is no script. */
export const isPageless = (pathname: string): boolean =>
  /^\/(?:static|remotes|shell|images|api)(?:\/|$)/.test(pathname);

/** Probably a file; a page may have a dot in its address too, such as that of a product. */
export const hasExtension = (pathname: string): boolean => /\.[^/]+$/.test(pathname);

/** Whether a request is for a page, and not for whatever there is: browsers ask for pages so, not for scripts. */
export const namesHtml = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  accept.includes('text/html');

/** What a release keeps for itself, and the headers for other servers. */
export const isHidden = (pathname: string): boolean =>
  /(?:^|[\\/])\.|^[\\/]_headers/.test(pathname);

export const acceptsHtml = ({ headers: { accept = '*/*' } }: IncomingMessage): boolean =>
  accept.includes('text/html') || accept.includes('*/*');
