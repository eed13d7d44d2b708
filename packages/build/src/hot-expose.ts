import path from 'node:path';
import { pluginReact } from '@rsbuild/plugin-react';
import { ownFile } from './own-file.ts';
import { sharedBy } from './shared.ts';

/**
 * React of a remote inside a released shop, a production build: it takes no development JSX
 * ("dispatcher.getOwner is not a function"), and refreshes no component.
 */
export const reactInRelease = () =>
  pluginReact({ fastRefresh: false, swcReactOptions: { development: false } });

/** Lets the page on screen take over an edit. `exposes` names files below `root`. */
export const hotExposes = (root: string, exposes: Readonly<Record<string, string>>) => ({
  resource: Object.values(exposes).map((file) => path.join(root, file)),
  resourceQuery: { not: /exposed/ },
  loader: path.join(import.meta.dirname, 'hot-expose-loader.mjs'),
  options: {
    wrapper: ownFile('hot-exposed-component'),
    // Imports of the page that the files of an exposed module may have.
    shared: [
      ...Object.keys(sharedBy(root)).filter((name) => !name.endsWith('/')),
      'react/jsx-runtime',
    ],
  },
});
