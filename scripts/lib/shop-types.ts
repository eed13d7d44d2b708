import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shopTypes, workspaceRemotes } from '@patchwork/build/workspace';
import { root } from './workspace.ts';

/** Generated from what the remotes of a workspace declare, and committed. */
export const shopTypesFile = (workspace = root): string => path.join(workspace, 'shop.d.ts');

export const currentShopTypes = (workspace = root): string =>
  shopTypes(workspaceRemotes(workspace).map(({ declaration }) => declaration));

export const writeShopTypes = (workspace = root): Promise<void> =>
  writeFile(shopTypesFile(workspace), currentShopTypes(workspace));
