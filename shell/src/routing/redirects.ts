import { redirect, replace } from '@patchwork/router';

/** Limit of redirects in a row, more than any navigation needs. */
const MAX_REDIRECTS = 10;

/** Error for pages that redirect to one another without end, which would freeze the tab. */
export class RedirectLoop extends Error {
  constructor(path: string) {
    super(`redirected ${MAX_REDIRECTS} times in a row, the last time to ${path}`);
  }
}

export interface Redirects {
  /** Redirects to a path. Throws a RedirectLoop after too many redirects of one navigation. */
  readonly to: (path: string) => Response;
  /** Redirects from an address that the browser's history must not keep. */
  readonly instead: (path: string) => Response;
  /** Called when a navigation has ended. */
  readonly end: () => void;
}

/** Counts the redirects of one navigation. */
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
    // Only the first address of a visit is in the history already: that of a link is added when its navigation
    // ends.
    instead: (path) => answer(path, isFirst ? replace : redirect),
    end: () => {
      count = 0;
      isFirst = false;
    },
  };
}
