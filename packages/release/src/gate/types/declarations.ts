import path from 'node:path';
import ts from 'typescript';
import { ReleaseError } from '../../release-error.ts';
import { createHost, workspaceOptions } from './compiler.ts';

/** A program over a piece's sources that can emit their declarations. */
export function createEmitter(
  workspace: string,
  roots: readonly string[],
  modules: Readonly<Record<string, string>>,
): ts.Program {
  const options: ts.CompilerOptions = {
    ...workspaceOptions(workspace),
    // Without these, a package of the workspace counts as a library, which emits nothing.
    paths: Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, [file]])),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // Code that is not used is a matter of the workspace's own checks.
    noUnusedLocals: false,
    noUnusedParameters: false,
    rootDir: workspace,
    outDir: workspace,
  };
  return ts.createProgram(roots, options, createHost(options));
}

/** The modules that declarations mention. */
const importsOf = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

function emitOne(program: ts.Program, source: ts.SourceFile): { file: string; text: string } {
  let emitted = { file: '', text: '' };
  const write: ts.WriteFileCallback = (file, text) => {
    emitted = { file, text };
  };
  const { diagnostics } = program.emit(source, write, undefined, true);
  const problems = diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, ' '),
  );
  if (!emitted.file) throw new ReleaseError(`${source.fileName}: ${problems.join('; ')}`);
  return emitted;
}

/**
 * The declarations of the roots and of all that these mention, by path relative to the workspace.
 * What is behind a component, and not in its type, is left out.
 */
export function emitDeclarations(
  program: ts.Program,
  workspace: string,
  roots: readonly string[],
): Map<string, string> {
  const options = program.getCompilerOptions();
  const emitted = new Map<string, string>();
  const waiting = [...roots];
  const seen = new Set(roots);
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    const parsed = program.getSourceFile(source);
    if (!parsed || parsed.isDeclarationFile) continue;
    const { file, text } = emitOne(program, parsed);
    emitted.set(path.relative(workspace, file).split(path.sep).join('/'), text);
    for (const name of importsOf(text)) {
      const target = ts.resolveModuleName(name, source, options, ts.sys).resolvedModule;
      if (!target || seen.has(target.resolvedFileName)) continue;
      seen.add(target.resolvedFileName);
      waiting.push(target.resolvedFileName);
    }
  }
  return emitted;
}
