import { realpath } from 'node:fs/promises';
import { readTypes } from '../gate/types/types-index.ts';
import { shellName } from '../release-folder/layout.ts';
import { keyOf, type LiveUse, type LiveUses } from './live-uses.ts';
import { readUsedNames, type UsedNames } from './names.ts';
import {
  canCompile,
  compareLive,
  compileWith,
  exportedNames,
  hasTypes,
  type NewVersion,
  type SourceError,
  typesPackageOf,
} from './new-types.ts';
import type { Manifest } from './package-source.ts';
import type { Question, Reason } from './upgrade-plan.ts';

/** Maximum number of type errors that are named of a piece. */
const SHOWN = 3;

function missingIn(
  used: UsedNames,
  names: ReadonlyMap<string, ReadonlySet<string>>,
  { name, version }: Question,
): Reason[] {
  return Object.entries(used).flatMap(([module, own]): Reason[] => {
    const exported = names.get(module);
    if (!exported) {
      return [{ kind: 'names', message: `${name} ${version} has no ${module}, which it imports` }];
    }
    const gone = own.filter((each) => !exported.has(each));
    return gone.length === 0
      ? []
      : [{ kind: 'names', message: `${module} ${version} has no ${gone.join(', ')}` }];
  });
}

/** Fetches the wanted version; undefined if that is not possible, or if it has no types. */
async function fetchVersion(
  { name, source, workspace }: Question,
  manifest: Manifest,
): Promise<NewVersion | undefined> {
  const folder = await source.install([manifest]);
  if (folder === undefined) return undefined;
  const own: NewVersion = { name, version: manifest.version, folder };
  if (hasTypes(workspace, own)) return own;
  const types = await source.find(typesPackageOf(name), manifest.version.split('.', 1).join());
  const both = types.state === 'found' && (await source.install([manifest, types.manifest]));
  const typed = both ? { ...own, folder: both } : undefined;
  return typed && hasTypes(workspace, typed) ? typed : undefined;
}

interface JudgedVersion {
  readonly from: readonly ('names' | 'types')[];
  readonly notes: readonly string[];
  /** Reasons against live versions, by `keyOf`. */
  readonly found: ReadonlyMap<string, readonly Reason[]>;
  readonly shellErrors: readonly string[];
}

type Add = (use: LiveUse, reasons: readonly Reason[]) => void;

/** Looks for names that the new version lacks. Returns notes about remotes whose names are unknown. */
async function judgeNames(
  live: readonly LiveUse[],
  question: Question,
  fetched: NewVersion,
  add: Add,
): Promise<string[]> {
  const { name, workspace } = question;
  const used = await Promise.all(live.map((use) => readUsedNames(use, name)));
  const modules = [...new Set(used.flatMap((names) => Object.keys(names ?? {})))];
  const exported = exportedNames(workspace, fetched, modules);
  const notes: string[] = [];
  for (const [index, use] of live.entries()) {
    const own = used[index];
    if (own) add(use, missingIn(own, exported, question));
    else
      notes.push(
        `Which names of ${name} ${use.piece} ${use.version} imports is unknown: neither its types nor its scripts tell`,
      );
  }
  return notes;
}

/** Compares the types that live remotes were built with. Returns whether there were any to compare. */
async function judgeLiveTypes(
  live: readonly LiveUse[],
  { name, version, workspace }: Question,
  fetched: NewVersion,
  add: Add,
): Promise<boolean> {
  const typed = await Promise.all(live.map(({ folder }) => readTypes(folder)));
  const pairs = live.flatMap((use, index) => {
    const own = typed[index];
    return own ? [{ use, own }] : [];
  });
  const remotes = pairs.map(({ own }) => own);
  const mismatches = compareLive(workspace, fetched, remotes);
  for (const [index, { use }] of pairs.entries()) {
    const reasons = (mismatches?.[index] ?? []).map(
      ({ names, reason }): Reason => ({
        kind: 'types',
        message: `${names.join(', ')} of ${name} ${version} has another type: ${reason}`,
      }),
    );
    add(use, reasons);
  }
  return mismatches !== undefined;
}

function textsOf(errors: readonly SourceError[]): string[] {
  const shown = errors.slice(0, SHOWN).map(({ at, message }) => `${at}: ${message}`);
  return errors.length > SHOWN ? [...shown, `and ${errors.length - SHOWN} more errors`] : shown;
}

/** Judges everything but ranges, by the wanted version itself. */
export async function judgeVersion(
  { uses }: LiveUses,
  question: Question,
  manifest: Manifest,
): Promise<JudgedVersion> {
  const { name, version, workspace, pieces, progress } = question;
  const found = new Map<string, readonly Reason[]>();
  progress(`fetching ${name} ${version}`);
  const fetched = await fetchVersion(question, manifest);
  if (!fetched) {
    const note = `${name} ${version} can’t be fetched, or has no types: its names and types are unknown`;
    return { from: [], notes: [note], found, shellErrors: [] };
  }
  const add: Add = (use, reasons) =>
    void found.set(keyOf(use), [...(found.get(keyOf(use)) ?? []), ...reasons]);
  const live = uses.filter(({ role }) => role !== 'previous');
  progress('reading what the live remotes import');
  const notes = await judgeNames(live, question, fetched, add);
  const isCompared = await judgeLiveTypes(live, question, fetched, add);

  const here = canCompile(workspace)
    ? await Promise.all(
        pieces.map(async (piece) => ({ name: piece.name, folder: await realpath(piece.folder) })),
      )
    : [];
  if (here.length > 0) progress(`compiling the sources here with ${name} ${version}`);
  const errors = here.length > 0 ? await compileWith(workspace, here, fetched) : [];
  const textsByPiece = new Map(
    here.map((piece, index) => [piece.name, textsOf(errors[index] ?? [])]),
  );
  for (const use of live) {
    const texts = textsByPiece.get(use.piece) ?? [];
    add(
      use,
      texts.map((message): Reason => ({ kind: 'types', message })),
    );
  }
  const absent = new Set(
    live.map(({ piece }) => piece).filter((piece) => !textsByPiece.has(piece)),
  );
  if (absent.size > 0) {
    notes.push(
      `The sources of ${[...absent].join(', ')} are not here: the same command in their repositories finds their type errors`,
    );
  }
  return {
    from: ['names', ...(here.length > 0 || isCompared ? ['types' as const] : [])],
    ...{ notes, found, shellErrors: textsByPiece.get(shellName) ?? [] },
  };
}
