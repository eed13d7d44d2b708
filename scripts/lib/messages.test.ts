import path from 'node:path';
import { readRemoteJson, remoteFolders, textsProblem } from '@patchwork/build/workspace';
import { kit } from '@patchwork/kit';
import { expect, test } from 'vitest';
import { root } from './workspace.ts';

test.each(
  [...remoteFolders(root), ...(kit.messages ?? [])].map((folder) => path.relative(root, folder)),
)('the messages of %s are complete in each language, and those of its texts', (name) => {
  const folder = path.join(root, name);
  const isRemote = remoteFolders(root).includes(folder);
  // Libraries have the languages of the remotes.
  const languages = isRemote ? (readRemoteJson(folder).languages ?? []) : ['hi'];
  expect(textsProblem(folder, languages)).toBeUndefined();
});
