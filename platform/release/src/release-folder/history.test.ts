import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/release.ts';
import { announce, completeLog, lineOf, logFile, type MoveRecord, readHistory } from './history.ts';
import { folderStore, type ReleaseStore } from './store.ts';

const record = (id: string, after?: string): MoveRecord => ({
  ...{ id, after },
  at: '2026-11-22T10:00:00.000Z',
  command: 'publish mfe-catalog',
  pieces: [{ name: 'mfe-catalog', from: null, to: { stable: `1.0.0-${id}` } }],
  who: 'Zoë',
});

const announceMove = (store: ReleaseStore, move: MoveRecord) => announce(store, move, lineOf(move));

const registryAfter = (lastMove: string | undefined) => ({ lastMove });

/** A release folder in which these moves were made one after the other. */
async function openFolder(...ids: string[]) {
  const release = await temporaryFolder();
  const store = folderStore(release);
  async function move(before: string | undefined, id: string) {
    await announceMove(store, record(id, before));
    await completeLog(store, registryAfter(id));
  }
  for (const [index, id] of ids.entries()) await move(ids[index - 1], id);
  const read = async (lastMove: string | undefined) => {
    const { records, unreadable } = await readHistory(release, registryAfter(lastMove));
    return { ids: records.map(({ id }) => id), unreadable };
  };
  return { store, move, read, file: logFile(release) };
}

test('a move that was announced but not made is not in the history', async () => {
  const { store, read, move, file } = await openFolder('a');
  await announceMove(store, record('b', 'a'));
  expect(await read('a')).toEqual({ ids: ['a'], unreadable: [] });
  await completeLog(store, registryAfter('a'));
  await move('a', 'c');
  expect(await read('c')).toEqual({ ids: ['a', 'c'], unreadable: [] });
  expect(await readFile(file, 'utf8')).not.toContain('"b"');
});

test('a move without its line is in the history at once, and its line is written only once', async () => {
  const { store, read, file } = await openFolder('a');
  await announceMove(store, record('b', 'a'));
  expect(await read('b')).toEqual({ ids: ['a', 'b'], unreadable: [] });
  await completeLog(store, registryAfter('b'));
  await completeLog(store, registryAfter('b'));
  expect((await readFile(file, 'utf8')).split('"id":"b"')).toHaveLength(2);
  expect(await read('b')).toEqual({ ids: ['a', 'b'], unreadable: [] });
});

test('moves whose lines could not be written are all written later', async () => {
  const { store, read, file } = await openFolder('a');
  await announceMove(store, record('b', 'a'));
  await announceMove(store, record('c', 'b'));
  expect(await read('b')).toEqual({ ids: ['a', 'b'], unreadable: [] });
  expect(await read('c')).toEqual({ ids: ['a', 'b', 'c'], unreadable: [] });
  await completeLog(store, registryAfter('c'));
  expect(await readFile(file, 'utf8')).toMatch(/"a".*\n.*"b".*\n.*"c".*\n$/);
});

test('a line that was edited into something else is named by its number, and the others stay', async () => {
  const { store, read, file, move } = await openFolder('a', 'b', 'c');
  const [first, , third] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, `${first}\n{"id":"b","at":"yesterday"}\n${third}\nnot a record`);
  expect(await read('c')).toEqual({ ids: ['a', 'c'], unreadable: [2, 4] });
  await move('c', 'd');
  expect(await read('d')).toEqual({ ids: ['a', 'c', 'd'], unreadable: [2, 4] });
  await appendFile(file, Buffer.alloc(7));
  await move('d', 'e');
  expect(await read('e')).toEqual({ ids: ['a', 'c', 'd', 'e'], unreadable: [2, 4, 6] });
  await completeLog(store, registryAfter('e'));
});

test('fields that this version does not know are kept', async () => {
  const { store, read, file } = await openFolder();
  await store.replace('.history/pending/a.json', JSON.stringify({ later: true, ...record('a') }));
  await completeLog(store, registryAfter('a'));
  expect(await readFile(file, 'utf8')).toContain('"later":true');
  expect((await read('a')).ids).toEqual(['a']);
});
