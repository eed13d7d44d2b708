import type { PublishedRemote, ShellJson } from '@patchwork/federation';
import type { Finding, Live, RemoteVersion, ShellVersion } from '../gate.ts';
import { lostIn } from '../moved.ts';
import { nameOf, nameOfShell } from '../words.ts';

type Slots = NonNullable<ShellJson['slots']>;

/** A live version: the slots that it has, and those that it fills. */
interface Piece {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly slots: readonly (readonly [slot: string, holds: Slots[string]])[];
  readonly fills: readonly string[];
}

type Declared = Pick<PublishedRemote, 'routes' | 'fragments'>;

/** The slots of a remote: those of its pages, and those within its fragments. */
const slotsOf = ({ routes, fragments }: Declared): Piece['slots'] =>
  [...routes, ...Object.values(fragments)].flatMap(({ slots = {} }) => Object.entries(slots));

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

export const namesOfSlots = (release: Declared): string[] => slotsOf(release).map(([slot]) => slot);

const has = ({ slots }: Piece, slot: string): boolean => slots.some(([name]) => name === slot);

const refuse = (file: string, message: string, names: Pick<Finding, 'ours' | 'live'>): Finding => ({
  severity: 'refusal',
  rule: 'slots',
  file,
  message,
  ...names,
});

/** Says that what fills a slot has lost it. */
const gone = (file: string, ours: string, slot: string, { id, name }: Piece): Finding =>
  refuse(
    file,
    `${ours} does not have the slot “${slot}”, which ${name} fills. Keep the slot, or release ${id} without it first.`,
    { ours, live: name },
  );

/** A slot that a remote gives up, renames or takes with it while another one fills it. */
function checkLost(live: Live, pieces: readonly Piece[]): Finding[] {
  const shellHas = (slot: string) =>
    pieces.some((piece) => piece.id === 'shell' && has(piece, slot));
  const lost = lostIn(live, namesOfSlots);
  return lost.flatMap(({ id, ours, isWithdrawn, names }) =>
    pieces
      .filter((piece) => piece.id !== id && !live.changed.has(piece.name))
      .flatMap((piece) =>
        piece.fills
          .filter((slot) => names.includes(slot) && !shellHas(slot))
          .map((slot) => {
            const finding = gone('remote.json', ours, slot, piece);
            if (!isWithdrawn) return finding;
            const message = `Without ${ours} there is no slot “${slot}”, which ${piece.name} fills. Release ${piece.id} without it first.`;
            return { ...finding, message };
          }),
      ),
  );
}

/** A slot that is filled and that no live piece has. */
function checkFilled({ shell, changed }: Live, pieces: readonly Piece[]): Finding[] {
  // Without a live shell, its slots are not known.
  if (!shell) return [];
  const isShellNew = changed.has(nameOfShell(shell));
  return pieces.flatMap((piece) =>
    piece.fills
      .filter((slot) => pieces.every((other) => !has(other, slot)))
      .flatMap((slot): Finding[] => {
        const { name, file } = piece;
        if (!changed.has(name)) {
          return isShellNew ? [gone('shell.json', nameOfShell(shell), slot, piece)] : [];
        }
        const message = `remote.json of ${name} fills the slot “${slot}”, which no live piece has. Release the piece that has it first, or correct the name.`;
        return [refuse(file, message, { ours: name })];
      }),
  );
}

/** Each pair of pieces of different remotes that a move brings together, the new one first. */
function meetings(pieces: readonly Piece[], { changed }: Live): [ours: Piece, live: Piece][] {
  return pieces.flatMap((ours, index) =>
    pieces
      .filter((live, other) => live.id !== ours.id && (other > index || !changed.has(live.name)))
      .flatMap((live): [Piece, Piece][] => (changed.has(ours.name) ? [[ours, live]] : [])),
  );
}

/** A slot’s name stands for one place in the shop. */
function checkOwned(live: Live, pieces: readonly Piece[]): Finding[] {
  const twice = pieces
    .filter(({ name }) => live.changed.has(name))
    .flatMap(({ slots, name, file }) => {
      const names = slots.map(([slot]) => slot);
      return names
        .filter((slot, index) => names.indexOf(slot) !== index)
        .map((slot) =>
          refuse(
            file,
            `${file} of ${name} has the slot “${slot}” twice. Choose another name for one of them.`,
            { ours: name },
          ),
        );
    });
  const taken = meetings(pieces, live).flatMap(([ours, other]) =>
    ours.slots
      .filter(([slot]) => has(other, slot))
      .map(([slot]) =>
        refuse(
          ours.file,
          `${ours.file} of ${ours.name} has the slot “${slot}”, which ${other.name} has. Choose another name, or release ${other.id} without it first.`,
          { ours: ours.name, live: other.name },
        ),
      ),
  );
  return [...twice, ...taken];
}

/** A slot that holds one fragment has one remote. */
function checkHeld(live: Live, pieces: readonly Piece[]): Finding[] {
  const owners = (slot: string) => pieces.filter((piece) => has(piece, slot));
  const holdsMany = (slot: string) =>
    owners(slot).length > 0 &&
    owners(slot).every(({ slots }) =>
      slots.every(([name, holds]) => name !== slot || holds === 'many'),
    );
  const taken = meetings(pieces, live).flatMap(([ours, other]) =>
    ours.fills
      .filter((slot) => other.fills.includes(slot) && !holdsMany(slot))
      .map((slot) =>
        refuse(
          'remote.json',
          `remote.json of ${ours.name} fills the slot “${slot}”, which holds one fragment, and which ${other.name} fills. Choose another slot, or release ${other.id} without it first.`,
          { ours: ours.name, live: other.name },
        ),
      ),
  );
  return [...taken, ...checkNarrowed(live, pieces)];
}

/** A slot that held many fragments, and is to hold one while several remotes fill it. */
function checkNarrowed({ changed }: Live, pieces: readonly Piece[]): Finding[] {
  return pieces
    .filter(({ name }) => changed.has(name))
    .flatMap(({ slots, name, file }) =>
      slots.flatMap(([slot, holds]): Finding[] => {
        const filling = pieces.filter(
          (piece) => piece.fills.includes(slot) && !changed.has(piece.name),
        );
        const [first, second] = new Map(filling.map((piece) => [piece.id, piece])).values();
        if (holds === 'many' || !first || !second) return [];
        const message = `${file} of ${name} lets the slot “${slot}” hold one fragment, but ${first.name} and ${second.name} fill it. Let it hold many, or release one of them without it first.`;
        return [refuse(file, message, { ours: name, live: first.name })];
      }),
    );
}

/** Whatever is put into a slot has a place, and shares it only where the slot holds many. */
export function checkSlots(live: Live): Finding[] {
  const pieces = [...(live.shell ? [pieceOfShell(live.shell)] : []), ...live.remotes.map(pieceOf)];
  return [
    ...checkLost(live, pieces),
    ...checkFilled(live, pieces),
    ...checkOwned(live, pieces),
    ...checkHeld(live, pieces),
  ];
}
