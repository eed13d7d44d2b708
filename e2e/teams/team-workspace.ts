import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommandLine } from '@patchwork/cli';
import { createGate, serve } from '@patchwork/release';
import {
  editFile,
  fileNamed,
  integrityOf,
  release as published,
  readRegistry,
} from '../release-folder.ts';
import { test as base } from '../support.ts';

const workspace = path.resolve(import.meta.dirname, '../..');

/** A text that a build shows, and what the next version shows in its place. */
export interface Edit {
  /** The beginning of the name of the script that contains the text. */
  readonly script: string;
  readonly text: string;
  readonly replacement: string;
}

/** Changes that a visitor sees, one for each piece. */
export const edits = {
  shell: {
    script: 'index.',
    text: 'Sewn from independent pieces.',
    replacement: '© 2026 Patchwork, second version',
  },
  'mfe-catalog': {
    script: '__federation_expose_ProductList.',
    text: 'The collection',
    replacement: 'The new collection',
  },
  'mfe-account': {
    script: '__federation_expose_Profile.',
    text: 'My Profile',
    replacement: 'My own Profile',
  },
  'mfe-checkout': {
    script: '__federation_expose_Orders.',
    text: 'My Orders',
    replacement: 'All my Orders',
  },
  'mfe-devtools': {
    script: '__federation_expose_RequestTester.',
    text: 'Known endpoints',
    replacement: 'All endpoints',
  },
} satisfies Record<string, Edit>;

export type PieceName = keyof typeof edits;

export const pieceNames = Object.keys(edits) as PieceName[];

interface CommandResult {
  readonly code: number;
  readonly output: string;
}

export interface TeamWorkspace {
  readonly release: string;
  /** Copies the piece's build into the workspace as this version, with the edit, if any. */
  build: (piece: PieceName, version: string, edit?: Edit) => Promise<void>;
  /** Runs `patchwork`; returns the exit code and what was written to the terminal. */
  run: (...args: string[]) => Promise<CommandResult>;
  /** Runs `patchwork`; returns what was written. Rejects if the command fails. */
  succeed: (...args: string[]) => Promise<string>;
  clear: () => Promise<void>;
}

const replace = (from: string, to: string) => (text: string) => text.replaceAll(from, to);

/** Changes a text as a build would, and with it the script's hash in the remote's entry. */
async function editRemote(dist: string, { script, text, replacement }: Edit): Promise<void> {
  const change = replace(`"${text}"`, `"${replacement}"`);
  const [before, after] = await editFile(dist, [script, change]);
  await editFile(dist, ['remoteEntry.js', replace(integrityOf(before), integrityOf(after))]);
}

const shellHash = (content: Buffer | string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * Changes a text as a build would, and with it the script's name and its hash in the page. The name contains a part of
 * the hash, because the scripts of all shells are in one folder.
 */
async function editShell(dist: string, { script, text, replacement }: Edit): Promise<void> {
  const file = await fileNamed(dist, script);
  const renamed = file.replace(/\.[0-9a-f]+\.js$/, '.2222222222.js');
  const [before, after] = await editFile(dist, [script, replace(text, replacement)]);
  await rename(file, renamed);
  const withName = replace(path.basename(file), path.basename(renamed));
  const withHash = replace(shellHash(before), shellHash(after));
  await editFile(dist, ['index.html', (page) => withHash(withName(page))]);
}

async function build(
  workspaceFolder: string,
  piece: PieceName,
  version: string,
  edit?: Edit,
): Promise<void> {
  const [from, to] = [path.join(workspace, piece), path.join(workspaceFolder, piece)];
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  await cp(path.join(from, 'dist'), path.join(to, 'dist'), { recursive: true });
  await symlink(path.join(from, 'node_modules'), path.join(to, 'node_modules'));
  const declaration = piece === 'shell' ? 'shell.json' : 'remote.json';
  await cp(path.join(from, declaration), path.join(to, declaration));
  const manifest = JSON.parse(await readFile(path.join(from, 'package.json'), 'utf8'));
  await writeFile(path.join(to, 'package.json'), JSON.stringify({ ...manifest, version }));
  const dist = path.join(to, 'dist');
  if (edit) await (piece === 'shell' ? editShell : editRemote)(dist, edit);
  // A build's manifest is its last file: later than every source.
  const built = path.join(dist, 'mf-manifest.json');
  await writeFile(built, await readFile(built));
}

/** Returns the folder with the types of a piece's published build, from which all its versions here are made. */
async function typesOf(piece: string): Promise<{ readonly types: string }> {
  const { shell, remotes } = await readRegistry(published);
  const stable = remotes.find(({ id }) => id === piece)?.stable;
  const folder = stable ? path.dirname(stable.entry) : `shell/${shell?.version}`;
  return { types: path.join(published, folder, 'types') };
}

/**
 * Creates a team's folder, with a release folder in it. 'as published': a copy of the release under test. 'with
 * nothing': no versions, only the results of the gate's earlier type checks, which then need not be repeated.
 */
export async function openTeamWorkspace(
  starting: 'as published' | 'with nothing',
): Promise<TeamWorkspace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-team-'));
  const release = path.join(folder, 'release');
  const verdicts = path.join(published, '.verdicts');
  if (starting === 'as published') await cp(published, release, { recursive: true });
  else if (existsSync(verdicts)) {
    await cp(verdicts, path.join(release, '.verdicts'), { recursive: true });
  }
  const pieces = pieceNames.map((name) => ({ name, folder: path.join(folder, name) }));
  async function run(...args: string[]): Promise<CommandResult> {
    const said: string[] = [];
    const code = await runCommandLine(args, {
      site: undefined,
      readPieces: () => pieces,
      release,
      from: folder,
      gate: createGate(workspace),
      author: async () => ({ who: 'The catalogue’s team <catalogue@shop.example>' }),
      typesOf: ({ name }) => typesOf(name),
      build: async () => undefined,
      terminal: {
        out: (text) => said.push(text),
        err: (text) => said.push(text),
        isWatched: false,
        hasColours: false,
      },
    });
    return { code, output: said.join('') };
  }
  return {
    release,
    build: (piece, version, edit) => build(folder, piece, version, edit),
    run,
    async succeed(...args) {
      const { code, output } = await run(...args);
      if (code !== 0) throw new Error(`${args.join(' ')}: ${output}`);
      return output;
    },
    clear: () => rm(folder, { recursive: true }),
  };
}

/** `team`: a copy of the release under test, which is served at `url` with devtools. */
export const test = base.extend<{ team: TeamWorkspace; url: string }>({
  team: async ({}, use) => {
    const team = await openTeamWorkspace('as published');
    await use(team);
    await team.clear();
  },
  url: async ({ browser, team }, use) => {
    const server = await serve({ release: team.release, port: 0, defaultConfig: { devtools: {} } });
    await use(server.url);
    // Pages are closed first: their requests in idle time must still find their server.
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.stop();
  },
});
