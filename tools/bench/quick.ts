import { measureTransfers } from './cold-loads.ts';
import { excesses } from './limits.ts';
import { pages } from './pages.ts';
import { withSetup } from './setup.ts';
import { markdown, type Table } from './table.ts';

/**
 * Bytes, requests and depth of each page's cold load, on the terminal. Resolves with the exit code: 1
 * when a limit is exceeded.
 */
export async function runQuick(): Promise<number> {
  const tables = await withSetup(async (setup) => {
    const done: Table[] = [];
    for (const page of pages) done.push(await measureTransfers(setup, page));
    return done;
  });
  console.log(tables.map(markdown).join('\n'));
  const faults = tables.flatMap(excesses);
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
}
