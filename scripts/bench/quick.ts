import { measureTransfers } from './cold-loads.ts';
import { excesses } from './limits.ts';
import { pages } from './pages.ts';
import { withSetup } from './setup.ts';
import { markdown } from './table.ts';

/**
 * Bytes, requests and depth of each page's cold load, on the terminal. Resolves with the exit code: 1
 * when a limit is exceeded.
 */
export async function runQuick(): Promise<number> {
  const tables = await withSetup((setup) =>
    Promise.all(pages.map((page) => measureTransfers(setup, page))),
  );
  console.log(tables.map(markdown).join('\n'));
  const faults = tables.flatMap(excesses);
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
}
