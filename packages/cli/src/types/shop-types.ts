import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shopTypes, workspaceRemotes } from '@patchwork/build/workspace';

/** Generated from what the remotes of a workspace declare, and committed. */
export const shopTypesFile = (workspace: string): string => path.join(workspace, 'shop.d.ts');

export const currentShopTypes = (workspace: string): string =>
  shopTypes(workspaceRemotes(workspace).map(({ declaration }) => declaration));

export const writeShopTypes = (workspace: string): Promise<void> =>
  writeFile(shopTypesFile(workspace), currentShopTypes(workspace));
