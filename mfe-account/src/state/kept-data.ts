import { action, sessionAtom, sharedValue, shopperTexts } from '@patchwork/shop';
import { type Atom, atom } from 'jotai';

/** State of the stored data: 'unsent' if some of it is stored nowhere else, 'copies' if the API has all of it. */
type KeptData = 'nothing' | 'copies' | 'unsent';

/** Whether a stored text is a queue of cart or wishlist with changes that the API has not confirmed. */
function hasChanges(text: string | null): boolean {
  try {
    return JSON.parse(text ?? '').value.pending.length > 0;
  } catch {
    return false;
  }
}

const readsAtom = atom(0);

/**
 * State of the data that this browser stores of its shoppers: of the one who is logged in, and of those whose
 * session ended by itself. It covers the data of every remote: the keys of shoppers' data have a form of their
 * own.
 */
export const keptDataAtom: Atom<KeptData> = sharedValue(
  'keptDataAtom',
  [sessionAtom, 'browser'],
  atom((get) => {
    get(sessionAtom);
    get(readsAtom);
    const kept = shopperTexts();
    if (kept.some((text) => hasChanges(text.read()))) return 'unsent';
    return kept.length > 0 ? 'copies' : 'nothing';
  }),
);

/** Removes all shoppers' data from this browser, for a page on which no one is logged in. */
export const eraseKeptDataAtom = action('eraseKeptDataAtom', [keptDataAtom], (_get, set): void => {
  for (const text of shopperTexts()) text.remove();
  set(readsAtom, (count) => count + 1);
});
