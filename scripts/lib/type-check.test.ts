import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readPieces, root } from './workspace.ts';

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);

// In "include", a last segment with a '*' matches files only: "mfe-*" alone matches no folder.
test.each(readPieces())('the types of $name are checked', ({ folder }) => {
  const sources = fileNames.filter((file) => file.startsWith(path.join(folder, 'src')));
  expect(sources.length).toBeGreaterThan(0);
});
