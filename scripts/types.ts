import { writeShopTypes } from '@patchwork/cli';
import { main } from '@patchwork/cli/command';
import { root } from './lib/workspace.ts';

await main(() => writeShopTypes(root));
