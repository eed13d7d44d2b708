import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setValuesSchema } from '@patchwork/host';
import * as v from 'valibot';
import { type ReadFile, readerOf } from './files.ts';
import { parseEnvelope } from './keys.ts';
import { shellName } from './layout.ts';
import { namesIn } from './piece-pointers.ts';
import { previewsIn, type RegistryDocument, type Withdrawn } from './registry.ts';
import type { ReleaseStore } from './store.ts';

const versions = v.object({
  stable: v.optional(v.string()),
  /** Version for 1 to 99 percent of the visitors. */
  canary: v.optional(v.object({ version: v.string(), percent: v.number() })),
  /** Values that are set for the remote's settings. */
  values: v.optional(setValuesSchema),
  /** Versions in previews, by preview name. */
  previews: v.optional(v.record(v.string(), v.string())),
});

const stateSchema = v.nullable(versions);

const warningSchema = v.object({
  rule: v.string(),
  message: v.string(),
  ours: v.string(),
});

const authorSchema = v.object({
  who: v.optional(v.string()),
  /** Commit that was checked out when the command ran. */
  commit: v.optional(v.string()),
  /** Whether the work tree had uncommitted changes. */
  isDirty: v.optional(v.boolean()),
  run: v.optional(v.string()),
});

const recordSchema = v.object({
  id: v.string(),
  /** Id of the previous move, which registry.json named; absent for the first move. */
  after: v.optional(v.string()),
  /** Time of the move: ISO, UTC. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  command: v.string(),
  pieces: v.array(v.object({ name: v.string(), from: stateSchema, to: stateSchema })),
  ...authorSchema.entries,
  reason: v.optional(v.string()),
  /** Result of the gate; absent if it was not asked. */
  gate: v.optional(
    v.object({
      answer: v.literal('passed'),
      warnings: v.array(warningSchema),
    }),
  ),
});

export type PieceState = v.InferOutput<typeof stateSchema>;
export type PieceChange = MoveRecord['pieces'][number];
export type Author = v.InferOutput<typeof authorSchema>;

/** A move of pointers: one line of the history. */
export type MoveRecord = v.InferOutput<typeof recordSchema>;

/*
 * Log with one record per line. Each move must have its record and each record its move, even if the command is killed
 * at any time, but only one file changes at a time. So the record is first written to a pending file, then
 * registry.json with the record's id, then the log. The next command adds a missing line from the pending files. The
 * folder's name begins with a dot, so that no server sends it, because it contains people's names. For the same reason
 * the record is not in registry.json, which other web servers send. The log alone would not be enough: after an older
 * registry.json was restored, a completed last line can't be told from one whose command was killed.
 */

const LOG = '.history/moves.jsonl';

const pendingFile = (id: string): string => `.history/pending/${path.basename(id)}.json`;

export const logFile = (release: string): string => path.join(release, LOG);

/** Returns the line for an unsigned record, without a line break. */
export const lineOf = (record: MoveRecord): string => JSON.stringify(record);

/**
 * Parses a line with a record, which may be signed; undefined if the line has none. Keeps fields of later versions of
 * this program.
 */
function parseLine(text: string): MoveRecord | undefined {
  try {
    const record: unknown = JSON.parse(parseEnvelope(text)?.payload ?? text);
    return v.is(recordSchema, record) ? record : undefined;
  } catch {
    return undefined;
  }
}

const readText = async (read: ReadFile, file: string): Promise<string> =>
  (await read(file))?.toString() ?? '';

/**
 * Whether a record is in the log. Parses only lines that contain its id: a log may have 10,000 lines, and each move
 * checks three times.
 */
const isLogged = (lines: readonly string[], id: string): boolean =>
  lines.some((line) => line.includes(id) && parseLine(line)?.id === id);

type LastMove = Pick<RegistryDocument, 'lastMove'>;

interface Missing {
  readonly record: MoveRecord;
  /** The record as it was announced, without its line break. */
  readonly line: string;
}

/** Reads the log, and those records of the moves up to `lastMove` that the log lacks. */
async function readAll(read: ReadFile, { lastMove }: LastMove) {
  const log = await readText(read, LOG);
  const lines = log.split('\n');
  const missing: Missing[] = [];
  for (let id = lastMove; id !== undefined && !isLogged(lines, id); ) {
    const line = (await readText(read, pendingFile(id))).trimEnd();
    const record = parseLine(line);
    // Unreadable, or a record that names itself as the one before it.
    if (!record || missing.some((each) => each.record.id === record.id)) break;
    missing.unshift({ record, line });
    id = record.after;
  }
  return { log, lines, missing };
}

/** Reads the lines of all moves up to the registry's last one, without empty lines. */
export async function readLines(read: ReadFile, registry: LastMove): Promise<string[]> {
  const { lines, missing } = await readAll(read, registry);
  return [...lines.filter((line) => line !== ''), ...missing.map(({ line }) => line)];
}

export interface History {
  readonly records: readonly MoveRecord[];
  /** Line numbers of unreadable lines, from 1. */
  readonly unreadable: readonly number[];
}

/** Reads all moves up to the registry's last, including those whose command was killed before it wrote the line. */
export async function readHistory(release: string, registry: LastMove): Promise<History> {
  const { lines, missing } = await readAll(readerOf(release), registry);
  const records: MoveRecord[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of lines.entries()) {
    const record = parseLine(line);
    if (record) records.push(record);
    else if (line.trim() !== '') unreadable.push(index + 1);
  }
  return { records: [...records, ...missing.map(({ record }) => record)], unreadable };
}

/** Adds to the log the lines that it lacks, then those of `further`. The caller must hold the release's lock. */
export async function completeLog(
  store: ReleaseStore,
  registry: LastMove,
  further: readonly MoveRecord[] = [],
): Promise<void> {
  const { log, missing } = await readAll(readerOf(store.folder), registry);
  const lines = [...missing.map(({ line }) => line), ...further.map(lineOf)];
  if (lines.length === 0) return;
  const whole = log === '' || log.endsWith('\n') ? log : `${log}\n`;
  await store.replace(LOG, `${whole}${lines.join('\n')}\n`);
  await store.remove(missing.map(({ record: { id } }) => pendingFile(id)));
}

/** Stores the record of an imminent move. The move is complete when registry.json is written with the record's id. */
export const announce = (store: ReleaseStore, { id }: MoveRecord, line: string): Promise<void> =>
  store.replace(pendingFile(id), `${line}\n`);

type States = ReadonlyMap<string, PieceState>;

const version = v.object({ version: v.string() });

/** Schema of a remote's pointers only, so that they are readable even if its description is broken. */
const entrySchema = v.object({
  id: v.string(),
  stable: version,
  canary: v.optional(v.object({ release: version, percent: v.number() })),
  values: v.optional(v.fallback(v.optional(setValuesSchema), undefined)),
});

function stateOf(entry: v.InferOutput<typeof entrySchema>): PieceState {
  const { stable, canary, values } = namesIn({ ...entry, previous: [] });
  return { stable, ...(canary && { canary }), ...(values && { values }) };
}

/** Versions in previews, by remote and preview name. */
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

/** Returns the pointers that each piece has after its last recorded move; null if none are left. */
export const recordedStates = (records: readonly MoveRecord[]): States =>
  new Map(records.flatMap(({ pieces }) => pieces.map(({ name, to }) => [name, to] as const)));

/** Returns the versions of a piece that have ever been live, as recorded in the history. */
export const versionsOnceLive = (records: readonly MoveRecord[], piece: string): Set<string> =>
  new Set(
    records
      .flatMap(({ pieces }) => pieces.filter(({ name }) => name === piece))
      .flatMap(({ from, to }) => [from, to])
      .flatMap((state) => [state?.stable, state?.canary?.version])
      .filter((version) => version !== undefined),
  );

/** Returns the remotes that are withdrawn according to the history, with their last stable and canary versions. */
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

/** Returns the pieces whose pointers differ, with both states; null stands for no pointers. */
export function changesBetween(before: States, after: States): PieceChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [from, to] = [before.get(name) ?? null, after.get(name) ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ name, from, to }];
  });
}
