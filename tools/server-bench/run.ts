import { measureCatalogues } from './catalogues.ts';
import { measureImports } from './imports.ts';
import { measureLists } from './lists.ts';
import { measureProcesses } from './processes.ts';
import { measureReads } from './reads.ts';

const benchmarks = {
  reads: measureReads,
  catalogues: measureCatalogues,
  processes: measureProcesses,
  imports: measureImports,
  lists: measureLists,
};

/** All of them, or those that are named. */
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}: choose among ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(2);
}

for (const [name, measure] of Object.entries(benchmarks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  await measure();
  console.log('');
}
