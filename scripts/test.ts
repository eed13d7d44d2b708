import { runChecks } from './lib/checks.ts';
import { runJourneys } from './lib/journeys.ts';
import { summarize } from './lib/tally.ts';
import { main } from './lib/terminal.ts';

await main(async () => {
  const tallies = [...(await runChecks()), ...(await runJourneys())];
  process.exitCode = summarize(tallies) ? 0 : 1;
});
