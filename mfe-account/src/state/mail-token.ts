import { useEffect, useState } from 'react';

/** Message for a page address without a token. */
export const missingLink =
  'This address has no link from a mail. Open the link in the mail once more.';

const tokenInAddress = (): string | undefined =>
  new URLSearchParams(globalThis.location?.hash.slice(1)).get('token') ?? undefined;

/**
 * Returns the token of a mailed link from the URL's hash, which no server sees; null if the URL has none, undefined
 * before the URL is read. Removes the token from the URL, so that it is not shared or kept in the history.
 */
export function useMailToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(tokenInAddress);
  useEffect(() => {
    function read(): void {
      const { pathname, search } = window.location;
      const found = tokenInAddress();
      setToken((before) => found ?? before ?? null);
      if (found !== undefined) history.replaceState(history.state, '', pathname + search);
    }
    read();
    // Another mail's link may be opened in this tab: only the fragment differs then.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
}
