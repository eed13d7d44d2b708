import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseRequestFile, type RequestFile } from '@patchwork/host/request-files';
import { messageOf, UsageError } from '@patchwork/release';
import type { CommandLineOptions } from '../release/command-line.ts';

export interface FoundFile {
  /** Path as it is printed, from the current folder. */
  readonly file: string;
  readonly request: RequestFile;
}

/** Returns the *.json files of a folder by name; an empty list if there is no such folder. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => path.join(folder, name));
}

const ofPiece = (folder: string) => filesOf(path.join(folder, 'requests'));

async function filesFor({ from, readPieces }: CommandLineOptions, name: string) {
  const piece = readPieces().find((candidate) => candidate.name === name);
  const target = path.resolve(from, name);
  const found = await stat(target).catch(() => undefined);
  if (found?.isFile()) return [target];
  const files = piece ? await ofPiece(piece.folder) : await filesOf(target);
  if (files.length > 0) return files;
  throw new UsageError(
    piece || found
      ? `${name} has no requests: write them as requests/*.json beside its remote.json`
      : `There is no file, folder or piece “${name}” here`,
  );
}

/** Returns the paths of files that a command names by file, folder or piece; by default, of those around it. */
async function findFiles(options: CommandLineOptions, names: readonly string[]) {
  if (names.length > 0) return Promise.all(names.map((name) => filesFor(options, name)));
  const own = await ofPiece(options.from);
  if (own.length > 0) return [own];
  return Promise.all(options.readPieces().map(({ folder }) => ofPiece(folder)));
}

/**
 * Reads the files of requests that a command names. Throws a UsageError that lists all problems of all files, or that
 * says that there is no file.
 */
export async function findRequests(
  options: CommandLineOptions,
  names: readonly string[],
): Promise<readonly FoundFile[]> {
  const paths = [...new Set((await findFiles(options, names)).flat())];
  if (paths.length === 0) {
    throw new UsageError(
      'There are no requests here: write them as requests/*.json beside a remote.json, or name a file',
    );
  }
  const problems: string[] = [];
  const found: FoundFile[] = [];
  for (const target of paths) {
    const file = path.relative(options.from, target);
    const text = await readFile(target, 'utf8').catch((error) => {
      throw new UsageError(`${file} can’t be read: ${messageOf(error)}`);
    });
    const parsed = parseRequestFile(text.replace(/^\ufeff/, ''));
    if (parsed.ok) found.push({ file, request: parsed.value });
    else problems.push(...parsed.error.map((problem) => `${file}: ${problem}`));
  }
  if (problems.length === 0) return found;
  throw new UsageError([...problems, 'Nothing was sent.'].join('\n'));
}
