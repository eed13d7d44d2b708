import path from 'node:path';
import ts from 'typescript';
import { relativePath } from '../../bytes/files.ts';
import { exportsIn } from './compiler.ts';
import type { Emitter } from './declarations.ts';
import { type ImportedValue, importedValues } from './imported-names.ts';
import { allNames } from './names-of-use.ts';

/** A module that all pieces share. */
export interface SharedModule {
  /** The folder of its package: what that imports is its own affair. */
  readonly folder: string;
  readonly file: string;
}

/** The values that a module exports. */
const exportedValues = (program: ts.Program, file: string): string[] =>
  [...exportsIn(program, file)]
    .filter(([, { flags }]) => flags & ts.SymbolFlags.Value)
    .map(([name]) => name);

/** The files that run when the roots do, each with what it imports. */
export function* running(
  { program, resolve }: Emitter,
  roots: readonly string[],
  isLeftOut: (file: string) => boolean,
): Generator<readonly [ts.SourceFile, readonly ImportedValue[]]> {
  const waiting = new Set(roots);
  // A Set may grow while it is iterated, and ignores duplicates.
  for (const file of waiting) {
    const source = program.getSourceFile(file);
    if (!source || source.isDeclarationFile || isLeftOut(file)) continue;
    const values = importedValues(source);
    for (const { module } of values) {
      const imported = resolve(module, file);
      if (imported !== undefined) waiting.add(imported);
    }
    yield [source, values];
  }
}

/**
 * The values that a piece takes from shared packages at run time, each with a file that does. What
 * is only mentioned as a type leaves no trace there.
 */
export function importedBy(
  emitter: Emitter,
  workspace: string,
  roots: readonly string[],
  shared: ReadonlyMap<string, SharedModule>,
): Record<string, Record<string, string>> {
  const imports: Record<string, Record<string, string>> = {};
  const folders = [...shared.values()].map(({ folder }) => folder + path.sep);
  const isShared = (file: string) => folders.some((folder) => file.startsWith(folder));
  for (const [source, values] of running(emitter, roots, isShared)) {
    const by = relativePath(workspace, source.fileName);
    for (const { module, name } of values) {
      const found = shared.get(module);
      if (!found || name === undefined) continue;
      const names = name === allNames ? exportedValues(emitter.program, found.file) : [name];
      imports[module] ??= {};
      for (const imported of names) imports[module][imported] ??= by;
    }
  }
  return imports;
}
