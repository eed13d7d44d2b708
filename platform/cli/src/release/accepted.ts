import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createGate, createSmokeTest } from '@patchwork/release';
import type { AcceptedJob, AcceptOptions } from '@patchwork/release/accept';
import { readKit } from '../pieces.ts';
import { start } from '../processes.ts';
import type { CommandLineOptions } from './command-line.ts';
import { runCommandLine } from './program.ts';

export { openRelease } from './command-line.ts';

/*
 * The command of an accepted upload runs in a process of its own: the gate's compiler would keep the server from
 * answering visitors for seconds.
 */

/** What the server adds to an uploaded command. */
interface Added {
  /** Arguments that say which release it works on, and with which keys. */
  readonly args: readonly string[];
  /** Address at which the visits are counted by which a canary is judged; undefined if they are not. */
  readonly visits?: string | undefined;
}

/** Returns the function that runs accepted uploads with a program that calls `runAccepted`. */
export function acceptedRunner(
  root: string,
  program: readonly string[],
  added: Added,
): AcceptOptions['run'] {
  return async (job, tell, signal) => {
    const child = start(process.execPath, program, {
      cwd: root,
      stdio: 'pipe',
      env: { ...process.env, INIT_CWD: undefined },
    });
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    child.stdout?.setEncoding('utf8').on('data', (out: string) => tell({ out }));
    child.stderr?.setEncoding('utf8').on('data', (err: string) => tell({ err }));
    // A program that could not start, or was ended, reads nothing.
    child.stdin?.on('error', () => undefined).end(JSON.stringify({ job, ...added }));
    try {
      return await new Promise<number>((resolve, reject) => {
        child.once('error', reject).once('close', (code) => resolve(code ?? 3));
      });
    } finally {
      signal.removeEventListener('abort', end);
    }
  };
}

/** What an accepted command works with. */
interface Workplace extends Pick<CommandLineOptions, 'gate' | 'smokeTest' | 'terminal'> {
  readonly root: string;
}

/** Runs the command of an accepted upload. Resolves to its exit code. */
export async function runJob(
  { job, args, visits }: Added & { readonly job: AcceptedJob },
  { root, ...workplace }: Workplace,
): Promise<number> {
  const { build, author, repository } = job;
  const types = build && path.join(build.folder, 'types');
  const pieces = build
    ? [{ ...build, isPrebuilt: true, types: types && existsSync(types) ? types : undefined }]
    : [];
  // A canary is watched by whoever has sent the command, who may wait for days.
  const isLook = job.options.some((option) => option.startsWith('--auto='));
  const look = isLook ? ['--once', ...(visits === undefined ? [] : [`--from=${visits}`])] : [];
  return runCommandLine([job.command, ...job.options, ...look, ...args, '--', ...job.args], {
    ...{ site: { root, isShop: true }, release: undefined, from: root, mayMove: job.pieces },
    readPieces: () => pieces,
    author: async () => author,
    repository: async () => (repository === undefined ? [] : [repository]),
    typesOf: async () => ({}),
    build: async () => undefined,
    ...workplace,
  });
}

/** Reads an accepted upload's command from standard input, and runs it in the workspace `root`. */
export async function runAccepted(root: string): Promise<void> {
  const read = JSON.parse(await text(process.stdin)) as Parameters<typeof runJob>[0];
  process.exitCode = await runJob(read, {
    root,
    gate: createGate(root),
    smokeTest: (wanted, progress) => async (question) =>
      createSmokeTest({ ...(await readKit(root)), folderOf: () => read.job.build?.folder })(
        wanted,
        progress,
      )(question),
    terminal: {
      out: (said) => void process.stdout.write(said),
      err: (said) => void process.stderr.write(said),
      isWatched: false,
      hasColours: false,
    },
  });
}
