import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import type { EnvironmentConfig, RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { buildSync } from 'esbuild';
import { containerName } from './declaration.ts';
import { developmentRegistry } from './development.ts';
import { readRemoteJson } from './remote-json.ts';
import { sharedPackages } from './shared.ts';

const federationBasics = {
  // One dead remote must not keep the host from starting.
  shareStrategy: 'loaded-first',
  // Contracts are checked when a piece is published, not while it is built.
  dts: false,
} as const;

/** Browsers with light-dark() and CSS nesting: nothing is rewritten for older ones. */
const overrideBrowserslist = ['chrome >= 123', 'edge >= 123', 'firefox >= 121', 'safari >= 17.5'];

const localOrigins = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

const basicsOf = (piece: string, root: string, port: number): RsbuildConfig => ({
  root,
  plugins: [pluginReact()],
  server: { port, strictPort: true, cors: { origin: localOrigins } },
  // Lazy compilation hides exposed modules from the host.
  dev: { lazyCompilation: false },
  output: {
    overrideBrowserslist,
    // Two remotes that each hold src/Card.module.css would get the same class without the prefix.
    cssModules: { localIdentName: `${piece}-[local]-[hash:base64:6]` },
  },
});

/** The pictures of the sample data lie with the mock; a page that starts it serves them. */
const samplePictures = (root: string) => ({ name: path.join(root, '../mock-server/public') });

/** The page that runs one remote alone: an ordinary application without federation. */
const standalone = (root: string): EnvironmentConfig => ({
  source: { entry: { index: './src/standalone/main.tsx' } },
  server: { publicDir: [samplePictures(root)] },
  output: { distPath: { root: 'dist-standalone' } },
});

/** The build of a remote: its federated container, and the page that runs it alone. */
export function remoteConfig(root: string): RsbuildConfig {
  const { id, exposes, developmentPort } = readRemoteJson(root);
  const federation = pluginModuleFederation(
    {
      ...federationBasics,
      name: containerName(id),
      filename: 'remoteEntry.js',
      exposes,
      shared: sharedPackages(root, false),
      experiments: { externalRuntime: true, optimization: { target: 'web' } },
    },
    { environment: 'remote' },
  );
  return {
    ...basicsOf(id, root, developmentPort),
    environments: {
      remote: {
        source: { entry: {} },
        output: { assetPrefix: 'auto' },
        server: { publicDir: false },
        // The runtime that the host provides is an external, which must stay in the entry.
        splitChunks: false,
        plugins: [federation],
      },
      standalone: standalone(root),
    },
  };
}

const bundleInline = (file: string): string =>
  buildSync({ entryPoints: [file], bundle: true, minify: true, format: 'iife', write: false })
    .outputFiles.map(({ text }) => text.trim())
    .join('');

interface ShellOptions {
  /** HTML shown inside #root until the first page is there. */
  readonly stillFrame: string;
  /** A script that is inlined into the HTML's head, behind the registry. */
  readonly inlineScript: string;
}

const hotReload = path.join(import.meta.dirname, 'refresh-hook.ts');

/** The build of the host. It names no remote: those come from the registry, when the page is read. */
export function shellConfig(
  root: string,
  { stillFrame, inlineScript }: ShellOptions,
): RsbuildConfig {
  const basics = basicsOf('shell', root, 3000);
  return {
    ...basics,
    server: {
      ...basics.server,
      publicDir: [{ name: 'public' }, samplePictures(root)],
      setup: ({ server }) => {
        server.middlewares.use('/registry.json', (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(developmentRegistry(path.dirname(root))));
        });
        server.middlewares.use('/config.json', (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end('{}');
        });
      },
    },
    source: { entry: { index: './src/main.tsx' } },
    html: {
      template: './index.html',
      tags: (tags) =>
        process.env.NODE_ENV === 'development'
          ? [{ tag: 'script', children: bundleInline(hotReload), head: true }, ...tags]
          : tags,
      templateParameters: { stillFrame, inlineScript: bundleInline(path.join(root, inlineScript)) },
    },
    plugins: [
      pluginReact(),
      pluginModuleFederation({
        ...federationBasics,
        name: 'shell',
        remotes: {},
        shared: sharedPackages(root, true),
        experiments: { provideExternalRuntime: true },
      }),
    ],
  };
}
