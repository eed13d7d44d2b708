import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pluginReact } from '@rsbuild/plugin-react';

/**
 * The `--env-mode` of a development server whose remote runs inside a released shop. The React there
 * is a production build: it takes no development JSX ("dispatcher.getOwner is not a function"), and
 * refreshes no component.
 */
export const inRelease = 'in-release';

export const reactInRelease = () =>
  pluginReact({ fastRefresh: false, swcReactOptions: { development: false } });

/** Lets the page on screen take over an edit. `exposes` names files below `root`. */
export const hotExposes = (root: string, exposes: Readonly<Record<string, string>>) => ({
  resource: Object.values(exposes).map((file) => path.join(root, file)),
  resourceQuery: { not: /exposed/ },
  loader: path.join(import.meta.dirname, 'hot-expose-loader.mjs'),
  options: { component: fileURLToPath(import.meta.resolve('./hot-exposed-component.ts')) },
});
