import { main } from '@patchwork/cli/command';
import { ReleaseError } from '@patchwork/release';
import { onPostgres } from '../api-server/src/testing/postgres.ts';
import { readArguments } from '../scripts/lib/arguments.ts';
import { playRelease } from './play-release.ts';
import { soakKeys } from './release-attack/hostile-keys.ts';
import { soakLocks } from './server-chaos/locks.ts';
import { type Start, simulateMonth } from './server-chaos/month.ts';
import { attackByHolds, attackByResets } from './server-chaos/networks.ts';
import { soakPipelining } from './server-chaos/pipelining.ts';
import { withApiProcess } from './server-chaos/processes.ts';
import { flood, uploadKinds } from './server-chaos/uploads.ts';

const specs = { page: 'long-life.spec.ts', server: 'server-long-life.spec.ts' };

const usage = `pnpm soak page | server | uploads | locks | month | keys | pipelining | resets | holds

page    one page, 2,000 navigations and 500 changes of the cart: some minutes
server  500 clients at the server of the shop and at that of the API, ten minutes each
uploads 400 connections with endless requests at a server of the API: some minutes, on Linux
pipelining
        100 connections with hundreds of requests at once at both servers: half a minute, on Linux
locks   30 buyers who wait for a lock, and an import of 100,000 products, on Postgres: two minutes
resets  48 password resets at a time from one address, on Postgres: half a minute, on Linux
holds   ten accounts on one network that reserve all pieces of a product, on Postgres: ten seconds
month   30 simulated days of a shop on the embedded database, then kills and starts: three minutes of processor time
keys    objects with hostile names in the bucket of a signed release: one minute
The samples are in test-results/*/samples.json. SOAK_MINUTES=2 shortens the second.`;

/** Prints a line, and sets the exit code if it says that a limit was exceeded. */
function judge(line: string): void {
  if (!line.startsWith('held')) process.exitCode = 1;
  console.log(line);
}

/** Soak tests. Each prints a line for each disturbance or attack, and sets the exit code if a limit is exceeded. */
const serverSoaks = {
  /** Tests that a server of a signed release sends and writes nothing of 959 hostile objects. */
  keys: () => soakKeys(judge),

  /** Tests that reads get at most twice as slow and that a checkout is refused within two seconds. */
  locks: () =>
    onPostgres((url) => {
      const most = { maxRatio: 2, maxRefusalMs: 2_000 };
      const extent = { buyers: 30, rounds: 3, roundMs: 10_000, products: 100_000, ...most };
      return soakLocks(url, extent, judge);
    }),

  /** Tests that pipelined requests use at most 60 MB. Linux only. */
  pipelining: () => soakPipelining(judge),
  /** Tests that refused resets disturb no cart, and take at most a millisecond of the processor each. Linux only. */
  resets: () => onPostgres((url) => attackByResets(url, judge)),

  /** Tests that the accounts on one network reserve at most half of a product's pieces. */
  holds: () => onPostgres((url) => attackByHolds(url, judge)),
  /**
   * Tests that the embedded database's folder is at most three times as large as its live data, and that a start after a
   * kill takes at most two seconds of processor time. Linux only.
   */
  month: async () => {
    const month = await simulateMonth({ days: 30, shoppers: 60, products: 1000, kills: 5 });
    const ratio = month.folderMb / month.liveMb;
    const slowest = (starts: readonly Start[]) => {
      const [ms, processorMs] = (['ms', 'processorMs'] as const).map((field) =>
        Math.max(...starts.map((start) => start[field])),
      );
      return { ms, processorMs, text: `${ms?.toFixed(0)} ms (${processorMs} of processor time)` };
    };
    const [after, killed] = [slowest(month.starts), slowest(month.startsAfterKill)];
    const isHeld = ratio <= 3 && (killed.processorMs ?? Infinity) <= 2_000;
    if (!isHeld) process.exitCode = 1;
    console.log(
      `${isHeld ? 'held  ' : 'BROKEN'} month: ${month.folderMb.toFixed(0)} MB for ${month.liveMb.toFixed(0)} MB of live data (${ratio.toFixed(1)}×),`,
      `${month.steps} steps of maintenance, the longest ${month.longest.ms} ms (${month.longest.statement}),`,
      `slowest start after a stop ${after.text}, after a kill ${killed.text}`,
    );
  },

  /** Tests that 400 connections without a token use at most 60 MB and last at most 30 seconds. Linux only. */
  uploads: () =>
    withApiProcess({}, async (api) => {
      await api.start();
      for (const kind of uploadKinds) {
        const { addedMb, longestMs, answers } = await flood(api, kind, 400);
        const isHeld = addedMb <= 60 && longestMs <= 30_000;
        if (!isHeld) process.exitCode = 1;
        console.log(
          `${isHeld ? 'held  ' : 'BROKEN'} ${kind}: ${addedMb.toFixed(0)} MB added at most,`,
          `longest connection ${(longestMs / 1000).toFixed(1)} s,`,
          Object.entries(answers)
            .map(([answer, count]) => `${count} × ${answer}`)
            .join(', '),
        );
      }
    }),
};

await main(async () => {
  const [kind] = readArguments({}, usage, 1).positionals;
  if (kind !== undefined && Object.hasOwn(serverSoaks, kind)) {
    return serverSoaks[kind as keyof typeof serverSoaks]();
  }
  if (kind !== 'page' && kind !== 'server') throw new ReleaseError(usage);
  const args = [`/${specs[kind]}`, '--project=mock', '--workers=1'];
  process.exitCode = await playRelease(args, { SOAK: kind });
});
