import { redirect, replace } from './router.ts';

/** Maximum number of consecutive redirects, more than any navigation needs. */
const MAX_REDIRECTS = 10;

/** Error for pages that redirect to each other endlessly, which would freeze the tab. */
export class RedirectLoop extends Error {
  constructor(path: string) {
    super(`redirected ${MAX_REDIRECTS} times in a row, the last time to ${path}`);
  }
}

export interface Redirects {
  /** Returns a redirect to a path. Throws a RedirectLoop after too many redirects in one navigation. */
  readonly to: (path: string) => Response;
  /** Returns a redirect from an address that must not stay in the browser's history. Throws as `to` does. */
  readonly instead: (path: string) => Response;
  /** Resets the count. Call it when a navigation has ended. */
  readonly end: () => void;
}

/** Creates redirects that are counted until the navigation ends. */
export function createRedirects(): Redirects {
  let count = 0;
  let isFirst = true;
  function answer(path: string, respond: typeof redirect): Response {
    count += 1;
    if (count > MAX_REDIRECTS) throw new RedirectLoop(path);
    return respond(path);
  }
  return {
    to: (path) => answer(path, redirect),
    // Only the first address of a visit is already in the history; a link's address is added when its navigation ends.
    instead: (path) => answer(path, isFirst ? replace : redirect),
    end: () => {
      count = 0;
      isFirst = false;
    },
  };
}
