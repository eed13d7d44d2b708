import * as cli from '@patchwork/cli';
import { site } from './workspace.ts';

export const buildAll = (): Promise<void> => cli.buildAll(site);

/** Publishes every built piece to the workspace's release folder in one step. */
export const publishAll = (): Promise<void> => cli.publishAll(site);

/** Builds every piece, and publishes all of them to the workspace's release folder. */
export const releaseAll = (): Promise<void> => cli.releaseAll(site);
