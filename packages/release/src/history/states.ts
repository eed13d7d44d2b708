import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { shellName } from '../folder/folders.ts';
import type { RegistryDocument } from '../folder/registry-document.ts';
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

function stateOf({ stable, canary }: v.InferOutput<typeof entrySchema>): PieceState {
  const share = canary && { version: canary.release.version, percent: canary.percent };
  return { stable: stable.version, ...(share && { canary: share }) };
}

export function statesIn({ shell, remotes }: RegistryDocument): States {
  const entries = remotes.filter((entry) => v.is(entrySchema, entry));
  return new Map([
    ...(shell ? [[shellName, { stable: shell.version }] as const] : []),
    ...entries.map((entry) => [entry.id, stateOf(entry)] as const),
  ]);
}

/** What visitors get of each piece according to the history. */
export const recordedStates = (records: readonly MoveRecord[]): States =>
  new Map(records.flatMap(({ pieces }) => pieces.map(({ name, to }) => [name, to] as const)));

/** The pieces whose pointers differ. */
export function changesBetween(before: States, after: States): PieceChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [from, to] = [before.get(name) ?? null, after.get(name) ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ name, from, to }];
  });
}
