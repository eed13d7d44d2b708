import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { shellName } from '../folder/folders.ts';
import { namesIn } from '../folder/pointers.ts';
import { previewsIn, type RegistryDocument } from '../folder/registry-document.ts';
import type { Withdrawn } from '../folder/withdrawn.ts';
import type { MoveRecord, PieceChange, PieceState } from './record.ts';

/** What visitors get of each piece, by its name. */
type States = ReadonlyMap<string, PieceState>;

const version = v.object({ version: v.string() });

/** The pointers alone, so that a remote whose description is broken has them too. */
const entrySchema = v.object({
  id: v.string(),
  stable: version,
  canary: v.optional(v.object({ release: version, percent: v.number() })),
});

function stateOf(entry: v.InferOutput<typeof entrySchema>): PieceState {
  const { stable, canary } = namesIn({ ...entry, previous: [] });
  return { stable, ...(canary && { canary }) };
}

/** By remote, the versions that previews have of it, by the name of the preview. */
function previewsOf(document: RegistryDocument): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const { name, remotes } of previewsIn(document)) {
    for (const { id, version } of remotes) found.set(id, { ...found.get(id), [name]: version });
  }
  return found;
}

export function statesIn(document: RegistryDocument): States {
  const { shell, remotes } = document;
  const entries = remotes.filter((entry) => v.is(entrySchema, entry));
  const states = new Map<string, PieceState>([
    ...(shell ? [[shellName, { stable: shell.version }] as const] : []),
    ...entries.map((entry) => [entry.id, stateOf(entry)] as const),
  ]);
  for (const [id, previews] of previewsOf(document)) {
    states.set(id, { ...states.get(id), previews });
  }
  return states;
}

/** What visitors get of each piece according to the history. */
export const recordedStates = (records: readonly MoveRecord[]): States =>
  new Map(records.flatMap(({ pieces }) => pieces.map(({ name, to }) => [name, to] as const)));

/** Every version of a piece that visitors have had, as far as the history knows. */
export const versionsOnceLive = (records: readonly MoveRecord[], piece: string): Set<string> =>
  new Set(
    records
      .flatMap(({ pieces }) => pieces.filter(({ name }) => name === piece))
      .flatMap(({ from, to }) => [from, to])
      .flatMap((state) => [state?.stable, state?.canary?.version])
      .filter((version) => version !== undefined),
  );

/** The remotes that were withdrawn, as far as the history knows their pointers. */
export function recordedWithdrawals(records: readonly MoveRecord[]): Withdrawn[] {
  const withdrawn = new Map<string, Withdrawn>();
  for (const { at, pieces } of records) {
    for (const { name, from, to } of pieces) {
      const { stable, canary } = from ?? {};
      if (to?.stable !== undefined) withdrawn.delete(name);
      else if (stable !== undefined) {
        withdrawn.set(name, { id: name, stable, canary, previous: [], withdrawnAt: at });
      }
    }
  }
  return [...withdrawn.values()];
}

/** The pieces whose pointers differ. */
export function changesBetween(before: States, after: States): PieceChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [from, to] = [before.get(name) ?? null, after.get(name) ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ name, from, to }];
  });
}
