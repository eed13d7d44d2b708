import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  defaultFilters,
  type Filters,
  type Product,
  type ProductQuery,
  queryProducts,
} from '@patchwork/domain';
import { aProduct } from '@patchwork/domain/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exportCatalogue } from '../commands/export-catalogue.ts';
import { importCatalogue } from '../commands/import-catalogue.ts';
import { listShoppers } from '../operator/shoppers.ts';
import { queryProductRows } from '../rows/query-products.ts';
import { addShopper } from '../rows/shopper-rows.ts';
import type { Settings } from '../settings.ts';
import { DATABASE_WAIT_MS } from '../settings.ts';
import { createDatabase } from '../testing/postgres.ts';
import { inMemory } from '../testing/server.ts';
import type { OpenDatabase } from './database.ts';
import { openDatabase } from './open.ts';

/*
 * The same answers in each locale. Collations differ in the order of cases, punctuation and accents; character types in
 * what is a letter and in its lower case.
 */

/** Ids that 'C' and 'en_US' sort differently, with titles that they lower-case or split into words differently. */
const titles: Readonly<Record<string, string>> = {
  b: 'Zebra Shirt',
  B: 'apple shirt',
  'a-1': 'İpek Gömlek',
  a_1: 'IŞIK gömlek',
  A1: 'ΝΊΚΟΣ Πουκάμισο',
  é: 'Élodie’s straße',
  Z: 'कुर्ता सूती',
  ä: 'ﬁne Ångström 100% a_b',
  'z.1': 'рубашка Ёлка',
  'Z 1': '絹のシャツ',
};

const catalogue: readonly Product[] = Object.entries(titles).map(([id, title], index) =>
  aProduct({ id, title, price: 1000 + (index % 3) }),
);

/** Searches with their whole words, parts of them, and one or two of their letters. */
const searches = Object.values(titles)
  .flatMap((title) => title.split(' '))
  .flatMap((word) => [
    word,
    word.toUpperCase(),
    word.slice(0, 3),
    word.slice(1, 3),
    word.slice(-1),
  ]);

/** The same words with a letter missing, twice, or another one instead. */
const misspelt = Object.values(titles)
  .flatMap((title) => title.split(' '))
  .map((word) => [...word])
  .flatMap((letters) => [
    letters.toSpliced(2, 1).join(''),
    letters.toSpliced(2, 0, letters[2] ?? '').join(''),
    letters.toSpliced(-1, 1, 'x').join(''),
  ]);

const queryOf = (search: string, sortBy: Filters['sortBy']): ProductQuery => ({
  filters: { ...defaultFilters, search, sortBy },
  priceLimit: 4000,
  limit: 5,
});

const queries = [
  ...(['', 'LOWTOHIGH', 'HIGHTOLOW'] as const).map((sortBy) => queryOf('', sortBy)),
  ...[...new Set([...searches, ...misspelt])].map((search) => queryOf(search, '')),
];

const nameOf = ({ filters: { search, sortBy } }: ProductQuery): string => `${search} ${sortBy}`;

const people = [
  { email: 'Zoe@patchwork.example', name: 'Zoe Frost' },
  { email: 'a_dam@patchwork.example', name: 'adam frost' },
  { email: 'adam@patchwork.example', name: 'Adam-Frost' },
  { email: 'eve@patchwork.example', name: 'Eve 100%' },
  { email: 'ipek@patchwork.example', name: 'İpek Demir' },
  { email: 'nikos@patchwork.example', name: 'ΝΊΚΟΣ' },
];

const reader = { actor: 'Ravi', action: 'shoppers find' };

const beginnings = [
  'ipek demir',
  'νίκος',
  'Z',
  'z',
  'a_',
  'A',
  'ad',
  'adam ',
  'eve 100%',
  '%',
  '_',
];

/** Fills the database, and returns the answers that could depend on its locale. */
async function answersOf({ db }: OpenDatabase, folder: string) {
  const header = 'id,title,category,size,price,stock';
  const lines = catalogue.map(({ id, title, price }) => `${id},${title},MEN,M,${price},1`);
  const file = path.join(folder, 'catalogue.csv');
  await writeFile(file, [header, 'gone,Gone,MEN,M,1,1', ...lines].join('\n'));
  const options = { dryRun: false, replace: true, setStock: true };
  await importCatalogue(db, file, options);
  await writeFile(file, [header, ...lines].join('\n'));
  const { removed } = await importCatalogue(db, file, options);
  for (const [index, person] of people.entries()) {
    const rest = { firstName: '', lastName: '', profile: {}, passwordHash: '' };
    // Shoppers of the same millisecond would be listed in the order of their random ids.
    await addShopper(db, { ...person, ...rest, createdAt: new Date(index * 1000) });
  }
  const exported = path.join(folder, 'exported.csv');
  await exportCatalogue(db, exported, 'https://shop.example');
  const found: Record<string, readonly string[]> = {};
  const corrected: Record<string, string> = {};
  for (const query of queries) {
    const page = await queryProductRows(db, query);
    if (page.corrected === undefined) found[nameOf(query)] = page.products.map(({ id }) => id);
    else corrected[nameOf(query)] = page.corrected;
  }
  const shoppers: Record<string, readonly string[] | undefined> = {};
  for (const search of beginnings) {
    const page = await listShoppers(db, { limit: 10, search }, reader);
    shoppers[search] = page?.shoppers.map(({ name }) => name);
  }
  return { removed, exported: await readFile(exported, 'utf8'), found, corrected, shoppers };
}

const postgresUrl = inject('postgresUrl');

/** Options of `create database` by locale. Without the C library's en_US.UTF-8, that of ICU stands for it. */
const locales = {
  'C.UTF-8': ["locale 'C.UTF-8'"],
  'en_US.UTF-8': [
    "locale 'en_US.UTF-8'",
    "locale_provider icu icu_locale 'en-US' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
  ],
  // Postgres knows only the letters of ASCII there.
  C: ["locale 'C'"],
} as const;

/** Creates a database with the first of these options that the server has. */
async function createWithLocale(options: readonly string[]) {
  const [first = '', ...others] = options;
  try {
    return await createDatabase(postgresUrl ?? '', `encoding 'UTF8' ${first}`);
  } catch (error) {
    if (others.length === 0) throw error;
    return createWithLocale(others);
  }
}

let folder: string;
let onPglite: Awaited<ReturnType<typeof answersOf>>;

async function readAnswers(settings: Settings['database']) {
  const opened = await openDatabase(settings);
  try {
    return await answersOf(opened, folder);
  } finally {
    await opened.close();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-locale-'));
  onPglite = await readAnswers(inMemory);
});
afterAll(() => rm(folder, { recursive: true }));

test('on PGlite, searches find what the rules of the domain find, in their order', () => {
  for (const query of queries) {
    const name = nameOf(query);
    const { products, corrected } = queryProducts(catalogue, query);
    const ids = corrected === undefined ? products.map(({ id }) => id) : undefined;
    expect([name, onPglite.found[name], onPglite.corrected[name]]).toEqual([name, ids, corrected]);
  }
  const offered = Object.values(onPglite.corrected).filter((words) => words !== '');
  expect(offered).toEqual(expect.arrayContaining(['कुर्ता', 'рубашка', 'πουκάμισο', 'zebra']));
});

describe.skipIf(postgresUrl === null)('on Postgres', () => {
  test.each(Object.keys(locales) as (keyof typeof locales)[])(
    'with the locale %s, every answer is that of PGlite, but for corrections under C',
    async (locale) => {
      const { url, drop } = await createWithLocale(locales[locale]);
      try {
        const settings = {
          kind: 'postgres',
          url,
          connections: 5,
          waitMs: DATABASE_WAIT_MS,
        } as const;
        const { corrected, ...answers } = await readAnswers(settings);
        const { corrected: onUtf8, ...others } = onPglite;
        expect(answers).toEqual(others);
        // Under C, letters outside ASCII make no trigrams: what has them is not corrected.
        const isSame = ([name, words]: [string, string]) => words === onUtf8[name];
        const different = Object.entries(corrected).filter((entry) => !isSame(entry));
        if (locale === 'C') {
          expect(new Set(different.map(([, words]) => words))).toEqual(new Set(['']));
          expect(Object.values(corrected)).toContain('zebra');
        } else expect(different).toEqual([]);
      } finally {
        await drop();
      }
    },
  );
});

test.skipIf(postgresUrl === null)(
  'the locales of this test do sort and lower-case differently',
  async () => {
    const seen: string[] = [];
    for (const options of Object.values(locales)) {
      const { url, drop } = await createWithLocale(options);
      const opened = await openDatabase({ kind: 'postgres', url, connections: 3, waitMs: 800 });
      const result = await opened.db.execute(
        sql`select string_agg(v, ' ' order by v) || lower('É') as seen from unnest(array['b', 'B', 'a-1', 'A1', 'é']) v`,
      );
      seen.push(String((result as unknown as { rows: { seen: string }[] }).rows[0]?.seen));
      await opened.close();
      await drop();
    }
    expect(new Set(seen).size).toBe(3);
  },
);
