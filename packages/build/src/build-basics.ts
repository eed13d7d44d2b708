import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RsbuildConfig } from '@rsbuild/core';
import { federationAsModules } from './federation-modules.ts';
import { portableModuleIds } from './portable-module-ids.ts';
import { queryWithoutMutations } from './query-without-mutations.ts';

/** What the host's and the remotes' federation have in common. */
export const federationBasics = {
  // One dead remote must not keep the host from starting.
  shareStrategy: 'loaded-first',
  // Contracts are checked when a piece is published, not while it is built.
  dts: false,
} as const;

/** Browsers with light-dark() and CSS nesting: nothing is rewritten for older ones. */
const overrideBrowserslist = ['chrome >= 123', 'edge >= 123', 'firefox >= 121', 'safari >= 17.5'];

/** Has the functions of lodash that Mirage imports, one file each, in less than half the bytes. */
const lodash = path.dirname(fileURLToPath(import.meta.resolve('es-toolkit/compat/isEqual')));

const localOrigins = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** What every piece's build has in common. `root` is its folder, `port` its development server's. */
export const basicsOf = (piece: string, root: string, port: number): RsbuildConfig => ({
  root,
  server: { port, strictPort: true, cors: { origin: localOrigins } },
  // Lazy compilation hides exposed modules from the host.
  dev: { lazyCompilation: false },
  output: {
    overrideBrowserslist,
    // Two remotes that each hold src/Card.module.css would get the same class without the prefix.
    cssModules: { localIdentName: `${piece}-[local]-[hash:base64:6]` },
  },
  resolve: { alias: { lodash } },
  tools: {
    rspack: {
      plugins: [
        portableModuleIds(path.dirname(root)),
        federationAsModules(piece),
        queryWithoutMutations(),
      ],
    },
  },
});

/** The pictures of the sample data are in the mock’s folder; a page that starts it serves them. */
export const samplePictures = {
  name: path.join(import.meta.dirname, '../../../mock-server/public'),
};
