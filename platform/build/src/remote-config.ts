import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { askedRights, containerName, isOpen, type Rights, SOURCE_LANGUAGE } from '@patchwork/host';
import {
  type ConfigParams,
  type EnvironmentConfig,
  mergeRsbuildConfig,
  type RsbuildConfig,
} from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { basicsOf, federationBasics, ownFile, publicFoldersOf } from './build-basics.ts';
import { copyFinder, withoutCopies } from './copies.ts';
import { installProblem } from './installed.ts';
import { type Kit, readKit } from './kit.ts';
import { textsIn, textsProblem, writeTexts } from './messages.ts';
import { ownStyles } from './own-styles.ts';
import { developmentPolicy } from './policy/development-server.ts';
import { type Additions, prerender } from './prerender.ts';
import { declarationFile, type RemoteSources, readDeclaration } from './remote-json.ts';
import { sharedBy, sharedByRemote, stateSharedVersions } from './shared.ts';
import { insertHotSheet, insertSheet, orderSheets, sharedSheets } from './shared-sheets.ts';
import { distOf, translations } from './translations.ts';
import { workers } from './workers.ts';
import { inRelease } from './workspace.ts';

/**
 * Plugin for a remote that runs inside a released shop. The shop's React is a production build, which supports neither
 * development JSX ("dispatcher.getOwner is not a function") nor React Refresh.
 */
const reactInRelease = () =>
  pluginReact({ fastRefresh: false, swcReactOptions: { development: false } });

/** Bundler rule for hot updates in a released shop. The files in `exposes` are relative to `root`. */
const hotExposes = (root: string, { exposes }: RemoteSources, kit: Kit) => ({
  resource: Object.values(exposes)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => path.join(root, file)),
  resourceQuery: { not: /exposed/ },
  loader: path.join(import.meta.dirname, 'hot-expose-loader.mjs'),
  options: {
    wrapper: ownFile('hot-exposed-component'),
    // Packages that an exposed module may import from the page.
    shared: [
      ...Object.keys(sharedBy(root, kit)).filter((name) => !name.endsWith('/')),
      'react/jsx-runtime',
    ],
  },
});

/** Build of the stand-alone page, with this entry: an ordinary application without federation. */
const standalone = (root: string, entry: string, kit: Kit): EnvironmentConfig => ({
  source: { entry: { index: entry } },
  resolve: { alias: { '@remote': root } },
  html: { template: path.join(import.meta.dirname, 'standalone.html') },
  server: { publicDir: publicFoldersOf(kit) },
  output: { distPath: { root: 'dist-standalone' } },
});

/**
 * Rules for splitting code into files. Large code that at least four pages share gets a file of its own, so that a
 * shopper who opens two of these pages downloads it once. Smaller files would cost more in requests than they save in
 * bytes. The entry is not split: tree shaking must keep the external runtime that the host provides.
 */
const splitChunks = ({ fragments = {} }: RemoteSources) =>
  ({
    preset: 'none',
    chunks: 'async',
    cacheGroups: {
      defaultVendors: false,
      // Bytes before tree shaking and the minifier.
      default: { type: /javascript/, minChunks: 4, minSize: 20_000 },
      ...sharedSheets(Object.values(fragments).map(({ module }) => module)),
    },
  }) as const;

/** Returns the rights that the remote asks for now, which its stand-alone page gets. */
const declaredRights = (root: string): Rights =>
  askedRights(readDeclaration(root, () => undefined));

/** Returns the plugins that render pages and fragments without a browser; none if nothing declares `prerender`. */
function prerendering(
  root: string,
  { id, routes, fragments = {}, languages = [] }: RemoteSources,
  kit: Kit,
  basics: RsbuildConfig,
  additions: Additions,
) {
  const prerendered = [...routes, ...Object.values(fragments)].filter(({ prerender }) => prerender);
  if (prerendered.length === 0) return [];
  if (kit.prerender === undefined) {
    throw new Error(
      `${id} has "prerender" in remote.json, but no kit that renders its pages: name one in package.json, as "patchwork": { "kit": "…" }`,
    );
  }
  const hasOpen = prerendered.some(({ access }) => isOpen(access));
  const { prerender: module } = kit;
  return [
    prerender(root, {
      ...{ module, basics, additions, isOpen: hasOpen },
      languages: [SOURCE_LANGUAGE, ...languages],
    }),
  ];
}

/**
 * Rsbuild configuration of the remote in the folder `root`, for its federated container and, if its kit has one, its
 * stand-alone page. `additions` extend all of the remote's builds, also the one that renders its pages in Node.
 */
export const remoteConfig =
  (root: string, additions: Additions = {}) =>
  async ({ env, envMode }: ConfigParams): Promise<RsbuildConfig> => {
    const problem = installProblem();
    if (problem !== undefined) throw new Error(problem);
    const isInRelease = envMode === inRelease;
    const kit = await readKit(root);
    const declaration = readDeclaration(root, console.error);
    const { id, exposes, developmentPort, languages = [] } = declaration;
    if (env === 'development') writeTexts(root);
    const outdated = textsProblem(root, languages);
    if (outdated !== undefined) throw new Error(outdated);
    /** Returns the configuration of the build with the texts of a language. */
    const configIn = (language: string): RsbuildConfig => {
      const federation = pluginModuleFederation(
        {
          ...federationBasics,
          name: containerName(id),
          filename: 'remoteEntry.js',
          exposes,
          shared: sharedByRemote(root, kit),
          manifest: {
            additionalData({ stats }) {
              stateSharedVersions(sharedBy(root, kit), stats);
              orderSheets(stats);
            },
          },
          experiments: {
            externalRuntime: true,
            optimization: { target: 'web', disableRemote: true },
          },
        },
        { environment: 'remote' },
      );
      const basics = basicsOf(id, root, developmentPort, kit);
      const findCopy = copyFinder(kit, sharedBy(root, kit));
      const isSource = language === SOURCE_LANGUAGE;
      const config: RsbuildConfig = {
        ...basics,
        // Opens the stand-alone page only. The federated build has no page of its own.
        server: {
          ...basics.server,
          printUrls: ({ urls, routes }) => (routes.length > 0 ? urls : []),
        },
        // The configuration depends on the declaration, so it is reloaded when that changes.
        dev: {
          ...basics.dev,
          watchFiles: {
            type: 'restart',
            paths: [declarationFile(root), path.join(root, 'messages/**/*.json')],
          },
        },
        plugins: [
          isInRelease ? reactInRelease() : pluginReact(),
          textsIn(language),
          // In this order: the pages are written into the folders of all languages' builds.
          ...(isSource && languages.length > 0 ? [translations(root, languages, configIn)] : []),
          ...(isSource ? prerendering(root, declaration, kit, basics, additions) : []),
          developmentPolicy({
            ...{ environment: 'standalone', isAlone: true },
            pageAt: (_pathname, html) => ({ config: {}, rights: declaredRights(root), html }),
          }),
        ],
        environments: {
          remote: {
            source: { entry: {} },
            // Serves the declaration beside the entry. The devtools panel reads it before it overrides the released
            // remote with this address.
            output: {
              assetPrefix: 'auto',
              distPath: { root: path.relative(root, distOf(root, language)) },
              copy: isSource ? [{ from: declarationFile(root) }] : [],
              // Adds source files to the stack of an error.
              ...(isInRelease && { sourceMap: { js: 'eval-cheap-module-source-map' } }),
            },
            server: { publicDir: false },
            // The entry contains the hashes of its chunks; the registry contains the entry's hash.
            security: { sri: { enable: 'auto' } },
            splitChunks: splitChunks(declaration),
            plugins: [workers(), federation, ownStyles(id, root)],
            // A module that failed during evaluation must fail again on the next request, instead of being returned half
            // evaluated.
            tools: {
              cssExtract: {
                pluginOptions: { insert: env === 'development' ? insertHotSheet : insertSheet },
              },
              rspack: {
                output: { strictModuleErrorHandling: true },
                plugins: [withoutCopies(root, findCopy)],
                module: { rules: isInRelease ? [hotExposes(root, declaration, kit)] : [] },
              },
            },
          },
          ...(kit.standalone && { standalone: standalone(root, kit.standalone, kit) }),
        },
      };
      return mergeRsbuildConfig(config, additions);
    };
    return configIn(
      env === 'development' ? (process.env.PATCHWORK_LANGUAGE ?? SOURCE_LANGUAGE) : SOURCE_LANGUAGE,
    );
  };
