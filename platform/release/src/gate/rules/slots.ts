import { type Finding, refusal } from '../../findings.ts';
import {
  type Live,
  lostIn,
  nameOf,
  nameOfShell,
  namesOfSlots,
  type RemoteVersion,
  type ShellVersion,
  type Slot,
  slotsOf,
} from '../live.ts';

interface Piece {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly slots: readonly Slot[];
  readonly fills: readonly string[];
}

const pieceOfShell = (shell: ShellVersion): Piece => ({
  id: 'shell',
  name: nameOfShell(shell),
  file: 'shell.json',
  slots: Object.entries(shell.slots ?? {}),
  fills: [],
});

const pieceOf = (remote: RemoteVersion): Piece => ({
  id: remote.release.id,
  name: nameOf(remote),
  file: 'remote.json',
  slots: slotsOf(remote.release),
  fills: Object.keys(remote.release.fragments),
});

const namesOf = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap(({ slots }) => slots.map(([slot]) => slot));

const refuse = ({ file, name }: Piece, what: string, live?: Piece): Finding =>
  refusal('slots', name, `${file} of ${name} ${what}`, { file, ...(live && { live: live.name }) });

const goneText = (ours: string, slot: string, { id, name }: Piece): string =>
  `${ours} does not have the slot “${slot}”, which ${name} fills. Keep the slot, or release ${id} without it first.`;

const withdrawnText = (ours: string, slot: string, { id, name }: Piece): string =>
  `Without ${ours} there is no slot “${slot}”, which ${name} fills. Release ${id} without it first.`;

/** Refuses to remove, rename or withdraw a slot that another remote fills. */
function checkLost(live: Live, pieces: readonly Piece[]): Finding[] {
  const ofShell = namesOf(pieces.filter(({ id }) => id === 'shell'));
  return lostIn(live, namesOfSlots).flatMap(({ id, ours, isWithdrawn, names }) => {
    const textOf = isWithdrawn ? withdrawnText : goneText;
    const isLost = (slot: string) => names.includes(slot) && !ofShell.includes(slot);
    return pieces
      .filter((piece) => piece.id !== id && !live.changed.has(piece.name))
      .flatMap((piece) =>
        piece.fills.filter(isLost).map((slot) =>
          refusal('slots', ours, textOf(ours, slot, piece), {
            ...{ file: 'remote.json', live: piece.name },
            ...(isWithdrawn && { flag: '--anyway' }),
          }),
        ),
      );
  });
}

/** Refuses a fragment if no live piece has its slot. */
function checkFilled({ shell, changed }: Live, pieces: readonly Piece[]): Finding[] {
  // Without a live shell, the frame's slots are unknown.
  if (!shell) return [];
  const ours = nameOfShell(shell);
  const slots = namesOf(pieces);
  return pieces.flatMap((piece) => {
    const missing = piece.fills.filter((slot) => !slots.includes(slot));
    if (changed.has(piece.name)) {
      const what = (slot: string) =>
        `fills the slot “${slot}”, which no live piece has. Release the piece that has it first, or correct the name.`;
      return missing.map((slot) => refuse(piece, what(slot)));
    }
    if (!changed.has(ours)) return [];
    const beside = { file: 'shell.json', live: piece.name };
    return missing.map((slot) => refusal('slots', ours, goneText(ours, slot, piece), beside));
  });
}

/** Pairs each new piece with every live piece of a different id. Two new pieces make one pair. */
function meetings(pieces: readonly Piece[], { changed }: Live): [ours: Piece, live: Piece][] {
  return pieces.flatMap((ours, index) =>
    pieces
      .filter((live, other) => live.id !== ours.id && (other > index || !changed.has(live.name)))
      .flatMap((live): [Piece, Piece][] => (changed.has(ours.name) ? [[ours, live]] : [])),
  );
}

/** Checks that each slot belongs to a single piece, which declares it once. */
function checkOwned(live: Live, pieces: readonly Piece[]): Finding[] {
  const twice = pieces
    .filter(({ name }) => live.changed.has(name))
    .flatMap((piece) =>
      namesOf([piece])
        .filter((slot, index, all) => all.indexOf(slot) !== index)
        .map((slot) =>
          refuse(piece, `has the slot “${slot}” twice. Choose another name for one of them.`),
        ),
    );
  const taken = meetings(pieces, live).flatMap(([ours, other]) => {
    const what = (slot: string) =>
      `has the slot “${slot}”, which ${other.name} has. Choose another name, or release ${other.id} without it first.`;
    const shared = namesOf([ours]).filter((slot) => namesOf([other]).includes(slot));
    return shared.map((slot) => refuse(ours, what(slot), other));
  });
  return [...twice, ...taken];
}

/** Checks that at most one remote fills a slot that holds one fragment. */
function checkHeld(live: Live, pieces: readonly Piece[]): Finding[] {
  const all = pieces.flatMap(({ slots }) => slots);
  const holdsMany = (slot: string) => {
    const same = all.filter(([name]) => name === slot);
    return same.length > 0 && same.every(([, holds]) => holds === 'many');
  };
  return meetings(pieces, live).flatMap(([ours, other]) => {
    const what = (slot: string) =>
      `fills the slot “${slot}”, which holds one fragment, and which ${other.name} fills. Choose another slot, or release ${other.id} without it first.`;
    const shared = ours.fills.filter((slot) => other.fills.includes(slot) && !holdsMany(slot));
    return shared.map((slot) => refuse(ours, what(slot), other));
  });
}

/** Refuses to limit a slot to one fragment while several remotes fill it. */
function checkNarrowed({ changed }: Live, pieces: readonly Piece[]): Finding[] {
  const recent = pieces.filter(({ name }) => changed.has(name));
  const staying = pieces.filter(({ name }) => !changed.has(name));
  return recent.flatMap((piece) =>
    piece.slots.flatMap(([slot, holds]): Finding[] => {
      const filling = staying.filter(({ fills }) => fills.includes(slot));
      const [first, second] = new Map(filling.map((each) => [each.id, each])).values();
      if (holds === 'many' || !first || !second) return [];
      const what = `lets the slot “${slot}” hold one fragment, but ${first.name} and ${second.name} fill it. Let it hold many, or release one of them without it first.`;
      return [refuse(piece, what, first)];
    }),
  );
}

/**
 * Checks that every fragment has a slot, that each slot belongs to a single piece, and that several remotes fill a slot
 * only if it holds many fragments.
 */
export function checkSlots(live: Live): Finding[] {
  const pieces = [...(live.shell ? [pieceOfShell(live.shell)] : []), ...live.remotes.map(pieceOf)];
  return [checkLost, checkFilled, checkOwned, checkHeld, checkNarrowed].flatMap((check) =>
    check(live, pieces),
  );
}
