import * as cli from '@patchwork/cli';
import { site } from './workspace.ts';

/** Builds every piece for production. */
export const buildAll = (): Promise<void> => cli.buildAll(site);

/** Publishes every built piece to the workspace's release folder, all at once. */
export const publishAll = (): Promise<void> => cli.publishAll(site);

/** Builds every piece, and publishes all to the workspace's release folder. */
export const releaseAll = (): Promise<void> => cli.releaseAll(site);
