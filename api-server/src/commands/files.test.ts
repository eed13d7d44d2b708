import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCsv, readRows } from './files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, 'a.csv');
  await writeFile(file, content);
  return file;
}

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
};

const rowsOf = async (content: string | Uint8Array) =>
  (await all(readRows(await write(content)))).map(({ cells }) => cells);

const recordsOf = async (content: string) =>
  all(readCsv(await write(content), ['id', 'title', 'size'], ['id', 'title']));

const expected = [
  ['id', 'title'],
  ['a', 'Été, 5 €'],
];

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the cells of a file', () => {
  test.each([
    ['commas', 'id,title\na,"Été, 5 €"\n'],
    ['semicolons', 'id;title\na;Été, 5 €\n'],
    ['tabs', 'id\ttitle\na\tÉté, 5 €\n'],
    ['upright lines', 'id|title\na|Été, 5 €\n'],
    ['semicolons, in a file that says so', 'sep=;\nid;title\na;Été, 5 €\n'],
    ['another separator, in a file that says so', '"sep=^"\r\nid^title\r\na^Été, 5 €\r\n'],
    ['a separator that is said and saved again', 'sep=;;\r\nid;title\r\na;Été, 5 €\r\n'],
    ['commas in a quoted header', '"id","title"\n"a","Été, 5 €"\n'],
    ['Windows line ends', 'id,title\r\na,"Été, 5 €"\r\n'],
    ['line ends of old Macs', 'id,title\ra,"Été, 5 €"\r'],
    ['mixed line ends', 'id,title\r\na,"Été, 5 €"\n\r\n'],
    ['no line end at the end', 'id,title\na,"Été, 5 €"'],
    ['a byte order mark', '\uFEFFid,title\na,"Été, 5 €"\n'],
    ['a byte order mark before sep=', '\uFEFFsep=,\nid,title\na,"Été, 5 €"\n'],
    ['UTF-16 as Excel writes it', Buffer.from('\uFEFFid\ttitle\r\na\tÉté, 5 €\r\n', 'utf16le')],
    ['UTF-16 without its mark', Buffer.from('id\ttitle\r\na\tÉté, 5 €\r\n', 'utf16le')],
    ['UTF-16, big-endian', bigEndian('\uFEFFid\ttitle\r\na\tÉté, 5 €\r\n')],
    ['UTF-16, big-endian without its mark', bigEndian('id\ttitle\r\na\tÉté, 5 €\r\n')],
    ['empty rows', '\n,,\nid,title\n\n,\na,"Été, 5 €"\n , \n\n'],
  ])('are found with %s', async (_what, content) => {
    expect(await rowsOf(content)).toEqual(expected);
  });

  test('may have line breaks, separators and quotes between quotes', async () => {
    const cell = 'a "b"\r\nc,d\ne;f';
    expect(await rowsOf(`id,title\nx,"${cell.replaceAll('"', '""')}"\n`)).toEqual([
      ['id', 'title'],
      ['x', cell],
    ]);
  });

  test('of a file with tabs may have quotes, which such files don’t write twice', async () => {
    expect(await rowsOf('id\ttitle\na\tA 5" hem\n')).toEqual([
      ['id', 'title'],
      ['a', 'A 5" hem'],
    ]);
  });

  test('keep the numbers of their lines', async () => {
    const numbers = async (content: string) =>
      (await all(readRows(await write(content)))).map(({ line }) => line);
    expect(await numbers('sep=,\r\n\r\nid,title\r\na,"x\r\ny"\r\nb,z\r\n')).toEqual([3, 5, 6]);
    expect(await numbers('id,title\ra,x\rb,y\r')).toEqual([1, 2, 3]);
  });
});

describe('the records of a file', () => {
  test('have names in any case, with spaces around them', async () => {
    expect(await recordsOf(' ID , Title ,SIZE\na,A,M\n')).toMatchObject([
      { fields: { id: 'a', title: 'A', size: 'M' } },
    ]);
  });

  test('may lack empty cells at the end, as Excel writes them, and have more', async () => {
    expect(await recordsOf('id,title,size,,\na,A\nb,B,M\nc,C,M,,\nd,D,M,,,,\n')).toMatchObject([
      { fields: { id: 'a', title: 'A', size: '' } },
      { fields: { id: 'b', size: 'M' } },
      { fields: { id: 'c', size: 'M' } },
      { fields: { id: 'd', size: 'M' } },
    ]);
  });

  test('may have an empty column', async () => {
    expect(await recordsOf('id,,title\na,,A\n')).toMatchObject([{ fields: { title: 'A' } }]);
  });

  const count = ': the number of cells is not that of line 1';
  const within =
    ': a quote is in the middle of a cell: write it twice, and put the cell between quotes';
  test.each([
    ['id,title,size\na\n', `, line 2${count}`],
    ['id,title\na,A,M\n', `, line 2${count}`],
    ['id,,title\na,b,A\n', ', line 2: a cell is in a column without a name'],
    ['id,title\na,A 5" hem\n', `, line 2${within}`],
    ['id,title\na,"A" b\n', `, line 2${within}`],
    ['sep=;\nid;title\na;"b\n', ', line 3: a quote is opened and never closed'],
    [
      'id:title:size\na:A:M\n',
      ' has one column only: separate the columns by commas, semicolons or tabs, or name another separator in a first line such as sep=^',
    ],
  ])('of %j are refused', async (content, message) => {
    await expect(recordsOf(content)).rejects.toThrow(`a.csv${message}`);
  });
});
