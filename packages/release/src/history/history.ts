import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { readIfPresent, replaceFile, syncFolder } from '../folder/files.ts';
import { shellName } from '../folder/layout.ts';
import { namesIn } from '../folder/pointers.ts';
import { previewsIn, type RegistryDocument, type Withdrawn } from '../folder/registry.ts';

const versions = v.object({
  stable: v.optional(v.string()),
  /** The version that 1 to 99 percent of the visitors get. */
  canary: v.optional(v.object({ version: v.string(), percent: v.number() })),
  /** Versions that previews have, by the name of the preview. */
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
  /** Commit that was checked out where the command ran. */
  commit: v.optional(v.string()),
  /** Whether the sources of the piece, or of the packages, differed from that commit. */
  isDirty: v.optional(v.boolean()),
  run: v.optional(v.string()),
});

const recordSchema = v.object({
  id: v.string(),
  /** ISO, UTC. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  command: v.string(),
  pieces: v.array(v.object({ name: v.string(), from: stateSchema, to: stateSchema })),
  ...authorSchema.entries,
  reason: v.optional(v.string()),
  /** Answer of the gate; absent if it was not asked. */
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

/** A move of pointers: a line of the history. */
export type MoveRecord = v.InferOutput<typeof recordSchema>;

/*
 * The history is a text with one record per line, which is only ever appended to. Each move must have its record and
 * each record its move, whenever the command is killed, but only a rename happens in one step. So the record is written
 * to pending.jsonl first, then registry.json with the record's id, then the line. The next command adds a missing line
 * from pending.jsonl. The folder's name begins with a dot, so that no server sends it: it names people. This is why the
 * record itself is not in registry.json, which other web servers send. The log alone would not be enough either: after
 * an older registry.json was put back, a last line whose move was made looks like one whose command was killed.
 */

const historyFolder = (release: string): string => path.join(release, '.history');
export const logFile = (release: string): string =>
  path.join(historyFolder(release), 'moves.jsonl');
const pendingFile = (release: string): string => path.join(historyFolder(release), 'pending.jsonl');

const lineOf = (record: MoveRecord): string => `${JSON.stringify(record)}\n`;

/**
 * Parses a line, and keeps fields that a later version of this program may have added; undefined if it is no record.
 */
function parseLine(text: string): MoveRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return v.is(recordSchema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Log {
  readonly lines: readonly string[];
  /** Bytes after the last line break, of a line that was cut off. */
  readonly rest: Buffer;
}

async function readLog(release: string): Promise<Log> {
  const content = (await readIfPresent(logFile(release))) ?? Buffer.alloc(0);
  const rest = content.subarray(content.lastIndexOf('\n') + 1);
  return { lines: content.toString().split('\n'), rest };
}

/**
 * Whether a record is in the log. Parses only the lines that contain its id: a log may have 10,000 lines, and a move
 * asks this three times.
 */
const isLogged = ({ lines }: Log, id: string): boolean =>
  lines.some((line) => line.includes(id) && parseLine(line)?.id === id);

/** Returns the pending records whose moves were made: those up to the record that registry.json names. */
async function readPending(release: string, lastMove: string | undefined): Promise<MoveRecord[]> {
  const text = (await readIfPresent(pendingFile(release)))?.toString() ?? '';
  const lines = text.split('\n').flatMap((line) => parseLine(line) ?? []);
  return lines.slice(0, lines.findIndex(({ id }) => id === lastMove) + 1);
}

const begins = (records: readonly MoveRecord[], rest: Buffer): boolean =>
  Buffer.from(records.map(lineOf).join('')).subarray(0, rest.length).equals(rest);

const newLine = Buffer.from('\n');

/** Appends lines, and completes the last one if it was cut off. */
async function append(release: string, { rest }: Log, records: readonly MoveRecord[]) {
  const text = Buffer.from(records.map(lineOf).join(''));
  const isCut = begins(records, rest);
  await mkdir(historyFolder(release), { recursive: true });
  const handle = await open(logFile(release), 'a');
  try {
    await handle.writeFile(isCut ? text.subarray(rest.length) : Buffer.concat([newLine, text]));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(historyFolder(release));
}

type LastMove = Pick<RegistryDocument, 'lastMove'>;

async function readAll(release: string, { lastMove }: LastMove) {
  const log = await readLog(release);
  const pending = await readPending(release, lastMove);
  return { log, missing: pending.filter(({ id }) => !isLogged(log, id)) };
}

export interface History {
  readonly records: readonly MoveRecord[];
  /** Numbers of the lines that can't be read, counted from 1. */
  readonly unreadable: readonly number[];
}

/** Reads every move that led to a registry, even if its command was killed before it wrote the line. */
export async function readHistory(release: string, registry: LastMove): Promise<History> {
  const { log, missing } = await readAll(release, registry);
  const isCut = missing.length > 0 && begins(missing, log.rest);
  const whole = isCut ? log.lines.slice(0, -1) : log.lines;
  const records: MoveRecord[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of whole.entries()) {
    const record = parseLine(line);
    if (record) records.push(record);
    else if (line.trim() !== '') unreadable.push(index + 1);
  }
  return { records: [...records, ...missing], unreadable };
}

/** Adds the missing lines, then those of `further`. The release must be locked. */
export async function completeLog(
  release: string,
  registry: LastMove,
  further: readonly MoveRecord[] = [],
): Promise<void> {
  const { log, missing } = await readAll(release, registry);
  const records = [...missing, ...further];
  if (records.length > 0) await append(release, log, records);
}

/**
 * Stores the record of a move that is about to be made: the move is made when registry.json is written with the
 * record's id.
 */
export async function announce(
  release: string,
  before: LastMove,
  record: MoveRecord,
): Promise<void> {
  const { missing } = await readAll(release, before);
  await replaceFile(pendingFile(release), [...missing, record].map(lineOf).join(''));
}

type States = ReadonlyMap<string, PieceState>;

const version = v.object({ version: v.string() });

/** Schema of the pointers alone, so that they are read even if the description of the remote is broken. */
const entrySchema = v.object({
  id: v.string(),
  stable: version,
  canary: v.optional(v.object({ release: version, percent: v.number() })),
});

function stateOf(entry: v.InferOutput<typeof entrySchema>): PieceState {
  const { stable, canary } = namesIn({ ...entry, previous: [] });
  return { stable, ...(canary && { canary }) };
}

/** Versions that previews have, by remote and by the name of the preview. */
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

/** Pointers of each piece, according to the history. */
export const recordedStates = (records: readonly MoveRecord[]): States =>
  new Map(records.flatMap(({ pieces }) => pieces.map(({ name, to }) => [name, to] as const)));

/** Versions of a piece that visitors have ever had, according to the history. */
export const versionsOnceLive = (records: readonly MoveRecord[], piece: string): Set<string> =>
  new Set(
    records
      .flatMap(({ pieces }) => pieces.filter(({ name }) => name === piece))
      .flatMap(({ from, to }) => [from, to])
      .flatMap((state) => [state?.stable, state?.canary?.version])
      .filter((version) => version !== undefined),
  );

/** Withdrawn remotes with their last pointers, according to the history. */
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
