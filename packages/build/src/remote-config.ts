import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { containerName } from '@patchwork/federation';
import type { ConfigParams, EnvironmentConfig, RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { basicsOf, federationBasics, ownFile, samplePictures } from './build-basics.ts';
import { prerender } from './prerender/prerender.ts';
import { declarationFile, readDeclaration } from './remote-json.ts';
import { sharedBy, sharedByRemote, stateSharedVersions } from './shared.ts';
import { ownStyles } from './styles.ts';
import { inRelease } from './workspace.ts';

/**
 * Plugin for the React of a remote inside a released shop, which is a production build: it takes no development JSX
 * ("dispatcher.getOwner is not a function"), and refreshes no component.
 */
const reactInRelease = () =>
  pluginReact({ fastRefresh: false, swcReactOptions: { development: false } });

/** Rule that makes an open page show edits without being loaded again. `exposes` names files below `root`. */
const hotExposes = (root: string, exposes: Readonly<Record<string, string>>) => ({
  resource: Object.values(exposes).map((file) => path.join(root, file)),
  resourceQuery: { not: /exposed/ },
  loader: path.join(import.meta.dirname, 'hot-expose-loader.mjs'),
  options: {
    wrapper: ownFile('hot-exposed-component'),
    // Packages of the page that the files of an exposed module may import.
    shared: [
      ...Object.keys(sharedBy(root)).filter((name) => !name.endsWith('/')),
      'react/jsx-runtime',
    ],
  },
});

/**
 * Folder of the UI components with their gallery files: it has the same place in the published package as in the
 * workspace.
 */
const uiSources = fileURLToPath(new URL('../../ui/src', import.meta.resolve('@patchwork/shop/ui')));

/** The page that runs one remote without the shell: an ordinary application without federation. */
const standalone = (root: string): EnvironmentConfig => ({
  source: { entry: { index: ownFile('standalone/main') } },
  resolve: { alias: { '@remote': root, '@ui-sources': uiSources } },
  html: { template: path.join(import.meta.dirname, 'standalone.html') },
  server: { publicDir: [samplePictures] },
  output: { distPath: { root: 'dist-standalone' } },
});

/** The build of a remote: its federated container, and the page that runs it alone. */
export const remoteConfig =
  (root: string) =>
  ({ envMode }: ConfigParams): RsbuildConfig => {
    const isInRelease = envMode === inRelease;
    const { id, exposes, developmentPort, routes } = readDeclaration(root, console.error);
    const federation = pluginModuleFederation(
      {
        ...federationBasics,
        name: containerName(id),
        filename: 'remoteEntry.js',
        exposes,
        shared: sharedByRemote(root),
        manifest: { additionalData: ({ stats }) => stateSharedVersions(root, stats) },
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true },
        },
      },
      { environment: 'remote' },
    );
    const basics = basicsOf(id, root, developmentPort);
    const prerendered = routes.filter((route) => route.prerender);
    const isOpen = ({ access }: (typeof routes)[number]) => access === 'open';
    return {
      ...basics,
      // Only the stand-alone page has an address to open: the federated piece is shown inside a shop.
      server: {
        ...basics.server,
        printUrls: ({ urls, routes }) => (routes.length > 0 ? urls : []),
      },
      // The configuration is made from the declaration.
      dev: {
        ...basics.dev,
        watchFiles: { type: 'restart', paths: declarationFile(root) },
      },
      plugins: [
        isInRelease ? reactInRelease() : pluginReact(),
        ...(prerendered.length > 0 ? [prerender(root, basics, prerendered.some(isOpen))] : []),
      ],
      environments: {
        remote: {
          source: { entry: {} },
          // The declaration is served beside the entry: the devtools panel reads it before it puts the
          // remote at this address in place of the released one.
          output: {
            assetPrefix: 'auto',
            copy: [{ from: declarationFile(root) }],
            // The stack of an error then names the source files.
            ...(isInRelease && { sourceMap: { js: 'eval-cheap-module-source-map' } }),
          },
          server: { publicDir: false },
          // The entry holds the hashes of its chunks, and the registry holds that of the entry.
          security: { sri: { enable: 'auto' } },
          // The runtime that the host provides is an external, which must stay in the entry.
          splitChunks: false,
          plugins: [federation, ownStyles(id, root)],
          // A module that failed while it ran must fail again when the loader asks a second time, instead of being
          // returned half evaluated.
          tools: {
            rspack: {
              output: { strictModuleErrorHandling: true },
              module: { rules: isInRelease ? [hotExposes(root, exposes)] : [] },
            },
          },
        },
        standalone: standalone(root),
      },
    };
  };
