import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { main } from '@patchwork/cli/command';
import { readArguments } from '../scripts/lib/arguments.ts';
import { root as workspace } from '../scripts/lib/workspace.ts';
import { findFile, journeysOf, type Mutation, pickMutations } from './mutations.ts';

const usage = `pnpm mutate pick|run|journeys|show FILE [--root FOLDER] [--seed 25]

pick      writes 60 places of the sources, drawn by the seed, to FILE
run       tries one after the other, and records in FILE which unit test notices it
journeys  tries those that no unit test noticed with the journeys of their part, on a release built anew
show      prints FILE as a table

The sources are changed meanwhile: use a worktree of its own. What was interrupted goes on where it ended.`;

/** Time limit of one run, in milliseconds. */
const LIMIT = 20 * 60_000;

interface Run {
  /** Exit code; undefined when the time was up. */
  readonly code: number | undefined;
  readonly output: string;
}

const runIn = (root: string, tool: string, ...args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    const env = { ...process.env, CI: 'true', NO_COLOR: '1', FORCE_COLOR: undefined };
    const command = path.join(root, 'node_modules/.bin', tool);
    const child = spawn(command, args, { cwd: root, detached: true, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => (output += data));
    let isUp = false;
    const timer = setTimeout(() => {
      isUp = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, LIMIT);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code: isUp ? undefined : (code ?? 1), output });
    });
  });

/** Runs the tests that may notice a mutation: all except some that fail without it too, or one of them. */
type Tests = (
  chosen: { readonly but: readonly string[] } | { readonly one: string },
) => Promise<Run>;

const firstFailure = ({ output }: Run): string | undefined =>
  /(?:FAIL.*?|\d+\) \[\w+\] › )\s(\S+\.(?:test\.tsx?|spec\.ts))/.exec(output)?.[1];

/** Returns the text with the mutation; undefined if its place is gone. */
function mutate(
  text: string,
  { context, offset, original, mutated }: Mutation,
): string | undefined {
  const at = text.indexOf(context);
  if (at === -1) return undefined;
  return text.slice(0, at + offset) + mutated + text.slice(at + offset + original.length);
}

/**
 * Returns the test that fails with a mutation, twice, and passes without it; else 'gone', 'hangs' or 'fails: …'.
 * Undefined if no test notices it.
 */
async function noticedBy(root: string, mutation: Mutation, tests: Tests) {
  const file = path.join(root, mutation.file);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const mutated = mutate(before, mutation);
  if (mutated === undefined) return 'gone';
  const mutatedRun = async (chosen: Parameters<Tests>[0]) => {
    writeFileSync(file, mutated);
    return tests(chosen).finally(() => writeFileSync(file, before));
  };
  for (const but: string[] = []; but.length < 6; ) {
    const run = await mutatedRun({ but });
    if (run.code === 0) return undefined;
    const one = firstFailure(run);
    if (one === undefined) {
      if ((await mutatedRun({ but })).code === 0) return undefined;
      return run.code === undefined ? 'hangs' : `fails: ${run.output.trim().slice(-200)}`;
    }
    if ((await mutatedRun({ one })).code !== 0 && (await tests({ one })).code === 0) return one;
    but.push(one);
  }
  return undefined;
}

const vitest = (root: string, ...args: string[]) =>
  runIn(root, 'vitest', ...args, '--run', '--bail=1', '--passWithNoTests', '--testTimeout=120000');

/** Tries the tests beside the file first, which mostly suffice, then all that import it. */
async function byUnitTests(root: string, mutation: Mutation) {
  const own = mutation.file.replace(/\.tsx?$/, '.test.ts');
  const tests =
    (...first: string[]): Tests =>
    (chosen) =>
      'one' in chosen
        ? vitest(root, chosen.one)
        : vitest(root, ...first, ...chosen.but.map((each) => `--exclude=${each}`));
  const beside = await noticedBy(root, mutation, tests(own));
  return beside ?? noticedBy(root, mutation, tests('related', mutation.file));
}

const publish =
  "import('./scripts/lib/publish.ts').then((m) => m.releaseAll()).then(() => process.exit(0))";

const byJourneys = (root: string, mutation: Mutation) =>
  noticedBy(root, mutation, async (chosen) => {
    const built = await runIn(root, 'tsx', '-e', publish);
    const isIn = (spec: string) =>
      !('but' in chosen && chosen.but.some((each) => each.includes(spec)));
    const specs = 'one' in chosen ? [chosen.one] : journeysOf(mutation.part).filter(isIn);
    const args = ['--project=mock', '--project=api', '--max-failures=1', '--reporter=list'];
    return built.code === 0 ? runIn(root, 'playwright', 'test', ...specs, ...args) : built;
  });

function show(mutations: readonly Mutation[]): void {
  for (const { part, file, original, mutated, noticed } of mutations) {
    const [from, to] = [original, mutated].map((text) => text.replace(/\s+/g, ' ').slice(0, 70));
    console.log(`| ${part} | ${file} | \`${from}\` → \`${to}\` | ${noticed ?? 'not tried'} |`);
  }
  const tried = mutations.filter(({ noticed = 'gone' }) => noticed !== 'gone');
  const found = tried.filter(({ noticed = '' }) => !noticed.startsWith('nothing'));
  console.log(
    `\n${found.length} of ${tried.length} noticed, ${mutations.length - tried.length} gone`,
  );
}

await main(async () => {
  const options = {
    root: { type: 'string', default: workspace },
    seed: { type: 'string', default: '25' },
  } as const;
  const { values, positionals } = readArguments(options, usage, 2);
  const [command, file = ''] = positionals;
  const write = (list: readonly Mutation[]) => writeFileSync(file, JSON.stringify(list, null, 2));
  if (command === 'pick') return write(pickMutations(values.root, Number(values.seed)));
  const mutations: Mutation[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const mutation of command === 'show' ? [] : mutations) {
    if (mutation.noticed !== (command === 'run' ? undefined : 'nothing')) continue;
    mutation.file = findFile(values.root, mutation);
    mutation.noticed =
      command === 'run'
        ? ((await byUnitTests(values.root, mutation)) ?? 'nothing')
        : ((await byJourneys(values.root, mutation)) ?? 'nothing, no journey either');
    console.log(`${mutation.file}: ${mutation.noticed}`);
    write(mutations);
  }
  show(mutations);
});
