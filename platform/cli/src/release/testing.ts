import path from 'node:path';
import type { Finding, Gate } from '@patchwork/release';
import { buildRemote, buildShell, temporaryFolder } from '@patchwork/release/testing';
import type { CommandLineOptions } from './command-line.ts';
import { runCommandLine } from './program.ts';

/**
 * Creates a workspace with a built shell and a built mfe-catalog, or takes the one of a test. `run` runs a command line
 * in it.
 */
export async function openTerminal({
  isWatched = false,
  gate,
  smokeTest,
  typesOf = async () => ({}),
  nodeProblem,
  workspace,
}: {
  readonly isWatched?: boolean;
  /** The gate; by default one that returns the test's `findings`. */
  readonly gate?: Gate;
  readonly smokeTest?: CommandLineOptions['smokeTest'];
  readonly typesOf?: CommandLineOptions['typesOf'];
  readonly nodeProblem?: string;
  /** Folder with a shell and mfe-catalog. */
  readonly workspace?: string;
} = {}) {
  const root = workspace ?? (await temporaryFolder());
  if (workspace === undefined) {
    await buildRemote(path.join(root, 'mfe-catalog'));
    await buildShell(path.join(root, 'shell'));
  }
  const findings: Finding[] = [];
  const built: string[] = [];
  let [out, err] = ['', ''];
  const options: CommandLineOptions = {
    site: { root, isShop: true },
    readPieces: () =>
      ['shell', 'mfe-catalog'].map((name) => ({ name, folder: path.join(root, name) })),
    release: path.join(root, '.release'),
    from: root,
    gate: gate ?? (async () => findings),
    ...(smokeTest && { smokeTest }),
    nodeProblem,
    author: async () => ({
      who: 'Ada <ada@shop.example>',
      commit: '0123456789abcdef',
      isDirty: true,
    }),
    typesOf,
    build: async (pieces) => void built.push(...pieces.map(({ name }) => name)),
    terminal: {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      isWatched,
      hasColours: isWatched,
    },
  };
  async function run(...args: string[]) {
    [out, err] = ['', ''];
    const code = await runCommandLine(args, options);
    return { code, out, err, json: () => JSON.parse(out) };
  }
  const change = (code: string) => buildRemote(path.join(root, 'mfe-catalog'), { code });
  return { root, findings, built, run, change };
}
