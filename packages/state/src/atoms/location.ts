import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** An address of the shop, as the router has it. */
export interface Location {
  /** '/productlist' */
  readonly pathname: string;
  /** '?search=kurta'; empty if there is no query. */
  readonly search: string;
}

/** Path and query behind `locationAtom`. The page's owner writes them, at its start and after every navigation. */
export const writtenLocationAtom = atom<Location>({ pathname: '', search: '' });

/**
 * Path and query of the page that is shown, for atoms that depend on them; components call useLocation. Written by
 * the page's owner only.
 */
export const locationAtom: Atom<Location> = sharedValue(
  'locationAtom',
  ['browser'],
  atom((get) => get(writtenLocationAtom)),
);
