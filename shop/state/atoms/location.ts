import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** Path and query of a page of the shop, as in the router. */
export interface Location {
  /** Path, such as '/productlist'. */
  readonly pathname: string;
  /** Query, such as '?search=kurta'; empty if there is none. */
  readonly search: string;
}

/**
 * Value of `locationAtom`. Written when the page starts and after every navigation, by the shell or a remote's
 * stand-alone page.
 */
export const writtenLocationAtom = atom<Location>({ pathname: '', search: '' });

/** Path and query of the current page, for atoms; components call useLocation. Changed only by navigations. */
export const locationAtom: Atom<Location> = sharedValue(
  'locationAtom',
  ['browser'],
  atom((get) => get(writtenLocationAtom)),
);
