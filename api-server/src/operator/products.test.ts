import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { bringUpToDate } from '../database/postgres.ts';
import * as schema from '../database/schema.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { addProducts } from '../testing/many-products.ts';
import { query } from '../testing/postgres.ts';
import { listProducts } from './products.ts';

const PRODUCTS = 20_000;

/** Number of rows that a search may read: the first products of the list, and a page. */
const MOST_ROWS = 5_100;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const rowsOf = (node: Plan): number =>
  node['Actual Rows'] +
  (node['Rows Removed by Filter'] ?? 0) +
  (node['Rows Removed by Index Recheck'] ?? 0);

describeOnPostgres('an operator’s search of products', (newDatabase) => {
  let url: string;

  beforeAll(async () => {
    ({ url } = await newDatabase());
    await bringUpToDate(url);
    await query(url, addProducts(1, PRODUCTS));
    await query(url, 'vacuum analyze products');
  }, 120_000);

  /** Searches, and returns the ids that are found and the plans of the statements (EXPLAIN). */
  async function search(text: string, after = -1) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const statements: { text: string; values: unknown[] }[] = [];
    const logQuery = (statement: string, values: unknown[]) =>
      void statements.push({ text: statement, values });
    const db = drizzle(client, { schema, logger: { logQuery } });
    const { products } = await listProducts(db, { limit: 20, after, search: text });
    const nodes: Plan[] = [];
    for (const statement of statements) {
      const { rows } = await client.query({
        text: `explain (analyze, format json) ${statement.text}`,
        values: statement.values,
      });
      nodes.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan));
    }
    return { ids: products.map(({ _id }) => _id), nodes };
  }

  test.each([
    ['a phrase of words that no title has', 'purple unicorn'],
    ['a phrase of frequent words that follow each other in no title', 'cotton shirt'],
    ['such a phrase with a short word', 'of shirt'],
    ['such a phrase of short words', 'of of of'],
  ])('%s is not found without reading all products', async (_, text) => {
    const { ids, nodes } = await search(text);
    expect(ids).toEqual([]);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(Math.max(...nodes.map(rowsOf))).toBeLessThan(MOST_ROWS);
  });

  test('the plan of a phrase of frequent words uses the index of phrases', async () => {
    const { nodes } = await search('cotton shirt');
    expect(nodes.map((node) => node['Index Name'])).toContain('products_search_phrases');
  });

  test.each([
    ['shirt 19999 of', ['shirt-19999']],
    ['SHIRT 19999', ['shirt-19999']],
    ['shirt-19999', ['shirt-19999']],
    [' shirt 1999', ['shirt-1999', ...Array.from({ length: 10 }, (_, n) => `shirt-1999${n}`)]],
  ])('%j is found wherever it is in the catalogue, in its order', async (text, ids) => {
    expect((await search(text)).ids).toEqual(ids);
  });

  test('a later page begins after the last product of the one before', async () => {
    const { ids } = await search('indigo linen');
    expect(ids).toHaveLength(20);
    const [row] = await query<{ position: number }>(
      url,
      `select position::int from products where id = '${ids[18]}'`,
    );
    expect((await search('indigo linen', row?.position)).ids[0]).toBe(ids[19]);
  });
});
