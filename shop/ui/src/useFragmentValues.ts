import { useEffect, useState } from 'react';

/** Message for a page address without a mailed link's token. */
export const missingLink =
  'This address has no link from a mail. Open the link in the mail once more.';

function valuesInAddress(names: readonly string[]): URLSearchParams | undefined {
  const values = new URLSearchParams(globalThis.location?.hash.slice(1));
  return names.some((name) => values.has(name)) ? values : undefined;
}

/**
 * Returns the values in the URL's fragment, such as the token of a mailed link, which no server sees: those of the last
 * fragment with one of these names, or none; undefined before the URL is read. Removes that fragment, so that it is not
 * shared or kept in the history.
 */
export function useFragmentValues(...names: readonly string[]): URLSearchParams | undefined {
  const [values, setValues] = useState(() => valuesInAddress(names));
  const joined = names.join();
  useEffect(() => {
    function read(): void {
      const { pathname, search } = window.location;
      const found = valuesInAddress(joined.split(','));
      setValues((before) => found ?? before ?? new URLSearchParams());
      if (found) history.replaceState(history.state, '', pathname + search);
    }
    read();
    // Another mail's link may be opened in this tab: only the fragment differs then.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [joined]);
  return values;
}
