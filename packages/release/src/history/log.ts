import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { readIfPresent, replaceFile, syncFolder } from '../bytes/files.ts';
import type { RegistryDocument } from '../folder/registry-document.ts';
import { type MoveRecord, readRecord } from './record.ts';

/*
 * The history is a text with one record a line, which is only ever appended to. A move must have its record,
 * and a record its move, whenever the command is killed, and one rename is all that happens in one step.
 * So the record is written to pending.jsonl first, then registry.json with the record's id, then the line.
 * A line that is missing is added from pending.jsonl by the next command. No server sends the folder, which
 * names people: its name begins with a dot. So the record itself can't be in registry.json, which other web
 * servers send. Nor can the log be all: after an older registry.json was put back, a last line whose move was
 * made looks like one whose command was killed.
 */

const folderOf = (release: string): string => path.join(release, '.history');
export const logFile = (release: string): string => path.join(folderOf(release), 'moves.jsonl');
const pendingFile = (release: string): string => path.join(folderOf(release), 'pending.jsonl');

const lineOf = (record: MoveRecord): string => `${JSON.stringify(record)}\n`;

function parseLine(text: string): MoveRecord | undefined {
  try {
    return readRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

interface Log {
  readonly lines: readonly string[];
  /** What follows the last end of a line: a line that was cut off. */
  readonly rest: Buffer;
}

async function readLog(release: string): Promise<Log> {
  const content = (await readIfPresent(logFile(release))) ?? Buffer.alloc(0);
  const rest = content.subarray(content.lastIndexOf('\n') + 1);
  return { lines: content.toString().split('\n'), rest };
}

/** Of 10,000 lines few are parsed: a move asks this three times. */
const isLogged = ({ lines }: Log, id: string): boolean =>
  lines.some((line) => line.includes(id) && parseLine(line)?.id === id);

/** The records that were announced, as far as their moves were made: up to the one that registry.json names. */
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
  await mkdir(folderOf(release), { recursive: true });
  const handle = await open(logFile(release), 'a');
  try {
    await handle.writeFile(isCut ? text.subarray(rest.length) : Buffer.concat([newLine, text]));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folderOf(release));
}

type LastMove = Pick<RegistryDocument, 'lastMove'>;

async function readAll(release: string, { lastMove }: LastMove) {
  const log = await readLog(release);
  const pending = await readPending(release, lastMove);
  return { log, missing: pending.filter(({ id }) => !isLogged(log, id)) };
}

export interface History {
  /** In the order in which they were made. */
  readonly records: readonly MoveRecord[];
  /** The numbers of the lines that can't be read, the first one is 1. */
  readonly unreadable: readonly number[];
}

/** Every move that led to a registry, also one whose command was killed before it wrote the line. */
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

/** Adds the lines that are missing, and further ones. The release must be locked. */
export async function completeLog(
  release: string,
  registry: LastMove,
  further: readonly MoveRecord[] = [],
): Promise<void> {
  const { log, missing } = await readAll(release, registry);
  const records = [...missing, ...further];
  if (records.length > 0) await append(release, log, records);
}

/** Stores the record of a move that is about to be made: writing its id to registry.json makes it one. */
export async function announce(
  release: string,
  before: LastMove,
  record: MoveRecord,
): Promise<void> {
  const { missing } = await readAll(release, before);
  await replaceFile(pendingFile(release), [...missing, record].map(lineOf).join(''));
}
