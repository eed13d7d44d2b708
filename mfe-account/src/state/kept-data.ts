import { action, sessionAtom, sharedValue, shopperTexts } from '@patchwork/shop';
import { type Atom, atom } from 'jotai';

/** State of the stored data: 'unsent' if some of it is nowhere else, 'copies' if the API has all of it. */
type KeptData = 'nothing' | 'copies' | 'unsent';

/** Whether a stored text is the queue of a cart or wishlist and contains unconfirmed changes. */
function hasChanges(text: string | null): boolean {
  try {
    return JSON.parse(text ?? '').value.pending.length > 0;
  } catch {
    return false;
  }
}

const readsAtom = atom(0);

/**
 * State of the data that this browser stores for its shoppers: the logged-in one, and those whose session has expired.
 * Covers every remote's data, because the keys of all shoppers' data have the same form.
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

/** Erases all shoppers' data in this browser. For a page on which nobody is logged in. */
export const eraseKeptDataAtom = action('eraseKeptDataAtom', [keptDataAtom], (_get, set): void => {
  for (const text of shopperTexts()) text.remove();
  set(readsAtom, (count) => count + 1);
});
