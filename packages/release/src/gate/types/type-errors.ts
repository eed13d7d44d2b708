import path from 'node:path';
import ts from 'typescript';
import { relativePath } from '../../bytes/files.ts';
import type { Finding } from '../gate.ts';

/** A place of a piece's own sources that does not compile. */
export interface SourceError {
  /** Relative to the workspace. */
  readonly file: string;
  readonly line: number;
  /** What the compiler says. */
  readonly text: string;
}

/** The type errors of the files below a folder. What packages say is left to the checks of their own. */
export function typeErrorsIn(
  program: ts.Program,
  workspace: string,
  folder: string,
): SourceError[] {
  const own = program
    .getSourceFiles()
    .filter(
      ({ fileName }) =>
        fileName.startsWith(folder + path.sep) && !/\/node_modules\//.test(fileName),
    );
  return own.flatMap((source) =>
    program.getSemanticDiagnostics(source).map(({ start = 0, messageText, code }) => {
      const file = relativePath(workspace, source.fileName);
      const { line } = source.getLineAndCharacterOfPosition(start);
      const text = ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ');
      return { file, line: line + 1, text: `${text.replace(/\.$/, '')} (TS${code}).` };
    }),
  );
}

/** Refusal that shows the first of a piece's type errors; none where there is no error. */
export function refuseTypeErrors(
  [first, ...others]: readonly SourceError[],
  piece: string,
): Finding[] {
  if (!first) return [];
  const files = new Set([first, ...others].map(({ file }) => file));
  const rest =
    others.length === 0
      ? ''
      : ` This and ${others.length} more in ${files.size} ${files.size === 1 ? 'file' : 'files'} are listed by “npx tsc --noEmit -p .” in the workspace’s folder.`;
  const message = `${first.file}:${first.line} of ${piece}: ${first.text}${rest}`;
  return [{ severity: 'refusal', rule: 'type errors', file: first.file, message, ours: piece }];
}
