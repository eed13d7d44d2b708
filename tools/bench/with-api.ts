import type { Setup } from './browse.ts';
import { measureColdLoads, measureTransfers } from './cold-loads.ts';
import { measureLighthouse } from './lighthouse.ts';
import { cartPage, detailPage, listPage } from './pages.ts';
import { withApi } from './setup.ts';
import { markdown, type Table } from './table.ts';

/** The pages that show data, of a shop with an API server, which loads no mock. As Markdown. */
export const measureWithApi = (setup: Setup, runs: number): Promise<string> =>
  withApi(setup, async (sites) => {
    const tables: Table[] = [];
    for (const page of [listPage, detailPage, cartPage]) {
      tables.push(await measureColdLoads(sites, page, runs), await measureTransfers(sites, page));
    }
    tables.push(await measureLighthouse(sites, runs, [listPage.path, detailPage.path]));
    return tables
      .map((table) => markdown({ ...table, title: `${table.title}, with an API server` }))
      .join('\n');
  });
