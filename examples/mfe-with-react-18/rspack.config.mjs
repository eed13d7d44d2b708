import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { SubresourceIntegrityPlugin } from '@rspack/core';
import packageJson from './package.json' with { type: 'json' };

const id = 'mfe-with-react-18';
const shared = { singleton: true, import: false };

export default {
  mode: 'production',
  target: ['web', 'es2022'],
  entry: {},
  output: {
    clean: true,
    publicPath: 'auto',
    crossOriginLoading: 'anonymous',
    uniqueName: `${id}-${packageJson.version}`,
  },
  module: {
    generator: { 'css/module': { localIdentName: `${id}-[local]` } },
    rules: [
      {
        test: /\.jsx$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'ecmascript', jsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
      { test: /\.module\.css$/, type: 'css/module' },
    ],
  },
  plugins: [
    new SubresourceIntegrityPlugin(),
    new ModuleFederationPlugin({
      name: id.replaceAll('-', '_'),
      filename: 'remoteEntry.js',
      exposes: { './Page': './src/Page.js' },
      shared: {
        // The shop's React has another name here: 'react' is React 18, which is bundled.
        'shop-react': { ...shared, shareKey: 'react', requiredVersion: '^19.0.0' },
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
