import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readPieces, root } from './workspace.ts';

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);

// In "include", a last segment with a '*' matches files only: "mfe-*" alone matches no folder.
test('the compiler says how to declare the name of a stored value', () => {
  const file = path.join(root, 'shop/state/undeclared.ts');
  const text = `import { storedValueAtom } from './index.ts';
storedValueAtom({ name: 'gift-draft', scope: 'tab', version: 1, parse: String, empty: '' });`;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile(name, target, ...rest);
  const program = ts.createProgram([file], options, host);
  const [mistake] = program.getSemanticDiagnostics(program.getSourceFile(file));
  expect(ts.flattenDiagnosticMessageText(mistake?.messageText, '\n')).toMatch(
    /"gift-draft".*stores.*remote\.json.*pnpm types/,
  );
});

test.each(readPieces())('the types of $name are checked', ({ folder }) => {
  const sources = fileNames.filter((file) => file.startsWith(path.join(folder, 'src')));
  expect(sources.length).toBeGreaterThan(0);
});
