import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { WorkspacePackage } from '../../build/workspace-packages.ts';
import type { Emitter, KnownResults } from '../../compiler.ts';
import { readValid, replaceFile } from '../../release-folder/files.ts';
import { ts } from '../../typescript.mjs';
import { readLockfiles } from './sources.ts';

/** Version of the results. Raise it when the same sources lead to other results. */
const format = 'known results 1';

/** Results of the last run, by kind and file, each with its key. */
const resultsSchema = v.record(v.string(), v.tuple([v.string(), v.unknown()]));

type Results = v.InferOutput<typeof resultsSchema>;

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);

/** Modules that a file names in any form. The compiler's public types lack them, but its resolution depends on them. */
const namedIn = (source: ts.SourceFile): readonly string[] =>
  (source as ts.SourceFile & { readonly imports: readonly ts.StringLiteralLike[] }).imports.map(
    ({ text }) => text,
  );

const isJson = ({ fileName }: ts.SourceFile): boolean => fileName.endsWith('.json');

/** Whether a file declares names that files see which don't import it. */
export const declaresGlobals = (source: ts.SourceFile): boolean =>
  !isJson(source) &&
  (!ts.isExternalModule(source) || /\bdeclare (?:global|module)\b/.test(source.text));

/**
 * Returns a function that hashes everything that a result about a file may depend on: the file and all that it imports,
 * directly or not, the same of files that declare globals, the compiler and its options, and which files of libraries there
 * are. Their content changes only with the lockfile.
 */
function keysOf(
  { program, resolve }: Emitter,
  packages: readonly WorkspacePackage[],
  installed: string,
): (source: ts.SourceFile) => string {
  const isOurs = (file: string) =>
    !file.includes('/node_modules/') ||
    packages.some(({ folder }) => file.startsWith(folder + path.sep));
  const sources = program.getSourceFiles();
  const ours = sources.filter(({ fileName }) => isOurs(fileName));
  const libraries = sources.map(({ fileName }) => fileName).filter((file) => !isOurs(file));
  const hashes = new Map(ours.map(({ fileName, text }) => [fileName, hashOf(fileName, text)]));
  const imported = new Map(
    ours.map((source) => [
      source.fileName,
      [
        ...namedIn(source).map((name) => resolve(name, source.fileName) ?? `no ${name}`),
        ...source.referencedFiles.map(({ fileName }) =>
          path.resolve(path.dirname(source.fileName), fileName),
        ),
      ],
    ]),
  );
  function contentOf(roots: readonly ts.SourceFile[]): string[] {
    const reached = new Set(roots.map(({ fileName }) => fileName));
    // Values that are added to a Set during its iteration are visited too.
    for (const file of reached) for (const next of imported.get(file) ?? []) reached.add(next);
    return [...reached].sort().map((file) => hashes.get(file) ?? file);
  }
  const options = JSON.stringify(program.getCompilerOptions());
  const globals = contentOf(ours.filter(declaresGlobals));
  const common = hashOf(format, ts.version, options, installed, ...globals, ...libraries.sort());
  return (source) => hashOf(common, ...contentOf([source]));
}

/** Opens the results that are stored in `file`. `save` stores those that this run has used. */
export async function openKnownResults(
  file: string,
  emitter: Emitter,
  workspace: string,
  packages: readonly WorkspacePackage[],
): Promise<KnownResults & { save: () => Promise<void> }> {
  const before: Results = (await readValid(file, resultsSchema)) ?? {};
  const installed = (await readLockfiles(workspace)).map(String);
  const keyOf = keysOf(emitter, packages, hashOf(...installed));
  const keys = new Map<ts.SourceFile, string>();
  const used: Results = {};
  return {
    of<T>(kind: string, source: ts.SourceFile, compute: () => T, isKept?: (result: T) => boolean) {
      const key = keys.get(source) ?? keyOf(source);
      keys.set(source, key);
      const name = `${kind} ${source.fileName}`;
      const stored = before[name];
      const result = stored?.[0] === key ? (stored[1] as T) : compute();
      if (!isKept || isKept(result)) used[name] = [key, result];
      return result;
    },
    async save() {
      await mkdir(path.dirname(file), { recursive: true });
      await replaceFile(file, JSON.stringify(used));
    },
  };
}
