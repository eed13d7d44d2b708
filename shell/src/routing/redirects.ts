import { redirect } from '@patchwork/router';

/** More redirects in a row than any navigation needs. */
const MAX_REDIRECTS = 10;

/** The pages redirect to one another without end, which would freeze the tab. */
export class RedirectLoop extends Error {
  constructor(path: string) {
    super(`redirected ${MAX_REDIRECTS} times in a row, the last time to ${path}`);
  }
}

export interface Redirects {
  /** Throws a RedirectLoop when a navigation was redirected too often. */
  readonly to: (path: string) => Response;
  /** Called when a navigation has ended. */
  readonly end: () => void;
}

/** Counts the redirects of one navigation. */
export function createRedirects(): Redirects {
  let count = 0;
  return {
    to(path) {
      count += 1;
      if (count > MAX_REDIRECTS) throw new RedirectLoop(path);
      return redirect(path);
    },
    end: () => {
      count = 0;
    },
  };
}
