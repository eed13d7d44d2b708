import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import packageJson from './package.json' with { type: 'json' };

const id = 'mfe-with-webpack';
const shared = { singleton: true, import: false };

// A script of its own, which has neither shared packages nor the federation runtime.
const worker = {
  // Otherwise its file might be written before the other build empties the folder.
  dependencies: [id],
  mode: 'production',
  target: ['webworker', 'es2022'],
  entry: './src/worker.js',
  output: { filename: 'worker.js' },
};

const remote = {
  name: id,
  mode: 'production',
  target: ['web', 'es2022'],
  entry: {},
  experiments: { css: true },
  output: {
    clean: true,
    publicPath: 'auto',
    uniqueName: `${id}-${packageJson.version}`,
  },
  module: {
    generator: { 'css/module': { localIdentName: `${id}-[local]` } },
    // Keeps the names of custom properties, which the shop defines.
    parser: { 'css/module': { dashedIdents: false } },
    rules: [
      { test: /\.jsx$/, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } },
      { test: /\.module\.css$/, type: 'css/module' },
      { test: /\.png$/, type: 'asset/resource' },
    ],
  },
  plugins: [
    new ModuleFederationPlugin({
      name: id.replaceAll('-', '_'),
      filename: 'remoteEntry.js',
      exposes: { './Page': './src/Page.jsx' },
      shared: {
        react: { ...shared, requiredVersion: '^19.0.0' },
        'react/jsx-runtime': { ...shared, requiredVersion: '^19.0.0' },
        jotai: { ...shared, requiredVersion: '^2.0.0' },
        '@patchwork/shop': { ...shared, requiredVersion: '^1.0.0' },
      },
      shareStrategy: 'loaded-first',
      manifest: true,
      dts: false,
      experiments: { externalRuntime: true },
    }),
  ],
};

export default [worker, remote];
