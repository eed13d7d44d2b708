import * as state from '@patchwork/state';
import { type Atom, atom } from 'jotai';

interface NamedAtom {
  readonly name: string;
  readonly atom: Atom<unknown>;
}

const plain = atom(null);

const isAtom = (value: unknown): value is Atom<unknown> =>
  typeof value === 'object' && value !== null && 'read' in value;

/** A write-only atom: it holds nothing to read. */
const isVerb = (value: Atom<unknown>): boolean =>
  'init' in value && value.init === null && 'write' in value && value.write !== plain.write;

const atoms: readonly NamedAtom[] = Object.entries(state)
  .flatMap(([name, value]) => (isAtom(value) ? [{ name, atom: value }] : []))
  .sort((a, b) => a.name.localeCompare(b.name));

/** The values that all pieces share, by the name under which they are exported. */
export const sharedValues: readonly NamedAtom[] = atoms.filter(({ atom }) => !isVerb(atom));

export const verbNames: ReadonlyMap<Atom<unknown>, string> = new Map(
  atoms.filter(({ atom }) => isVerb(atom)).map(({ name, atom }) => [atom, name]),
);
