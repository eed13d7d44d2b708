import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { announce, completeLog, logFile, type MoveRecord, readHistory } from './history.ts';

const record = (id: string): MoveRecord => ({
  id,
  at: '2026-11-22T10:00:00.000Z',
  command: 'publish mfe-catalog',
  pieces: [{ name: 'mfe-catalog', from: null, to: { stable: `1.0.0-${id}` } }],
  who: 'Zoë',
});

const registryAfter = (lastMove: string | undefined) => ({ lastMove });

/** A release folder in which these moves were made one after the other. */
async function openFolder(...ids: string[]) {
  const release = await temporaryFolder();
  async function move(before: string | undefined, id: string) {
    await announce(release, registryAfter(before), record(id));
    await completeLog(release, registryAfter(id));
  }
  for (const [index, id] of ids.entries()) await move(ids[index - 1], id);
  const read = async (lastMove: string | undefined) => {
    const { records, unreadable } = await readHistory(release, registryAfter(lastMove));
    return { ids: records.map(({ id }) => id), unreadable };
  };
  return { release, move, read, file: logFile(release) };
}

test('a move that was announced but not made is not in the history', async () => {
  const { release, read, move, file } = await openFolder('a');
  await announce(release, registryAfter('a'), record('b'));
  expect(await read('a')).toEqual({ ids: ['a'], unreadable: [] });
  await completeLog(release, registryAfter('a'));
  await move('a', 'c');
  expect(await read('c')).toEqual({ ids: ['a', 'c'], unreadable: [] });
  expect(await readFile(file, 'utf8')).not.toContain('"b"');
});

test('a move without its line is in the history at once, and its line is written only once', async () => {
  const { release, read, file } = await openFolder('a');
  await announce(release, registryAfter('a'), record('b'));
  expect(await read('b')).toEqual({ ids: ['a', 'b'], unreadable: [] });
  await completeLog(release, registryAfter('b'));
  await completeLog(release, registryAfter('b'));
  expect((await readFile(file, 'utf8')).split('"id":"b"')).toHaveLength(2);
  expect(await read('b')).toEqual({ ids: ['a', 'b'], unreadable: [] });
});

test('moves whose lines could not be written are all written later', async () => {
  const { release, read, file } = await openFolder('a');
  await announce(release, registryAfter('a'), record('b'));
  await announce(release, registryAfter('b'), record('c'));
  expect(await read('b')).toEqual({ ids: ['a', 'b'], unreadable: [] });
  expect(await read('c')).toEqual({ ids: ['a', 'b', 'c'], unreadable: [] });
  await completeLog(release, registryAfter('c'));
  expect(await readFile(file, 'utf8')).toMatch(/"a".*\n.*"b".*\n.*"c".*\n$/);
});

test('a last line that was cut off at any byte is completed', async () => {
  const { release, read, file } = await openFolder('a');
  const first = await readFile(file);
  await announce(release, registryAfter('a'), record('b'));
  await completeLog(release, registryAfter('b'));
  const whole = await readFile(file);
  const third = [record('c')];
  for (let length = first.length; length < whole.length; length += 1) {
    await writeFile(file, whole.subarray(0, length));
    expect(await read('b')).toEqual({ ids: ['a', 'b'], unreadable: [] });
    await completeLog(release, registryAfter('b'), third);
    expect(await readFile(file, 'utf8')).toBe(`${whole}${JSON.stringify(record('c'))}\n`);
  }
});

test('a line that was edited into something else is named by its number, and the others stay', async () => {
  const { release, read, file, move } = await openFolder('a', 'b', 'c');
  const [first, , third] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, `${first}\n{"id":"b","at":"yesterday"}\n${third}\nnot a record`);
  expect(await read('c')).toEqual({ ids: ['a', 'c'], unreadable: [2, 4] });
  await move('c', 'd');
  expect(await read('d')).toEqual({ ids: ['a', 'c', 'd'], unreadable: [2, 4] });
  await appendFile(file, Buffer.alloc(7));
  await move('d', 'e');
  expect(await read('e')).toEqual({ ids: ['a', 'c', 'd', 'e'], unreadable: [2, 4, 6] });
  await completeLog(release, registryAfter('e'));
});

test('fields that this version does not know are kept', async () => {
  const { release, read } = await openFolder();
  await mkdir(path.join(release, '.history'));
  await writeFile(
    path.join(release, '.history/pending.jsonl'),
    `${JSON.stringify({ later: true, ...record('a') })}\n`,
  );
  await completeLog(release, registryAfter('a'));
  expect(await readFile(logFile(release), 'utf8')).toContain('"later":true');
  expect((await read('a')).ids).toEqual(['a']);
});
