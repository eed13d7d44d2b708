import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import type { RsbuildConfig, ServerConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { buildSync } from 'esbuild';
import { basicsOf, federationBasics, samplePictures } from './build-basics.ts';
import { developmentOrigins, developmentRegistry } from './development-registry.ts';
import { nameChunkFiles } from './name-chunk-files.ts';
import { ownFile } from './own-file.ts';
import { sharedByHost } from './shared.ts';
import { startAfterPaint } from './start-after-paint.ts';

const bundleInline = (file: string): string =>
  buildSync({ entryPoints: [file], bundle: true, minify: true, format: 'iife', write: false })
    .outputFiles.map(({ text }) => text.trim())
    .join('');

interface ShellOptions {
  /** HTML shown inside #root until the first page is there. */
  readonly appShell: string;
  /** A script that is inlined into the HTML's head, behind the registry. */
  readonly inlineScript: string;
}

/** `pnpm dev --api` runs an API server, and says here where it is and how the shop is configured for it. */
interface DevelopmentApi {
  readonly url: string;
  readonly shopConfig: object;
}

function developmentApi(): DevelopmentApi | undefined {
  const text = process.env.PATCHWORK_DEV_API;
  return text === undefined ? undefined : (JSON.parse(text) as DevelopmentApi);
}

/** In development the page fetches the documents that a release writes into it. */
function documentServer(workspace: string): ServerConfig {
  const api = developmentApi();
  return {
    ...(api && { proxy: { '/api': api.url } }),
    setup: ({ server }) => {
      const serve = (url: string, document: () => unknown) =>
        server.middlewares.use(url, (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(document()));
        });
      serve('/registry.json', () => developmentRegistry(workspace));
      serve('/config.json', () => ({
        devtools: {},
        remoteOrigins: developmentOrigins(workspace),
        ...api?.shopConfig,
      }));
    },
  };
}

const hotReload = ownFile('refresh-hook');

/** The build of the host. It names no remote: those come from the registry, when the page is read. */
export function shellConfig(root: string, { appShell, inlineScript }: ShellOptions): RsbuildConfig {
  const basics = basicsOf('shell', root, 3000);
  return {
    ...basics,
    server: {
      ...basics.server,
      publicDir: [{ name: 'public' }, samplePictures],
      ...documentServer(path.dirname(root)),
    },
    source: { entry: { index: './src/main.tsx' } },
    // The page has the hashes of its scripts and styles, they have those of the lazy ones.
    // These are a third shorter than the default's, and hashes do not compress.
    security: { sri: { enable: 'auto', algorithm: 'sha256' } },
    html: {
      template: './index.html',
      tags: (tags) =>
        process.env.NODE_ENV === 'development'
          ? [{ tag: 'script', children: bundleInline(hotReload), head: true }, ...tags]
          : tags,
      templateParameters: { appShell, inlineScript: bundleInline(path.join(root, inlineScript)) },
    },
    plugins: [
      pluginReact(),
      nameChunkFiles('mock'),
      startAfterPaint(),
      pluginModuleFederation({
        ...federationBasics,
        name: 'shell',
        remotes: {},
        shared: sharedByHost(root),
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
    ],
  };
}
