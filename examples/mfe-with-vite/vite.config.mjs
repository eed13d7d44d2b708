import { federation } from '@module-federation/vite';

const id = 'mfe-with-vite';
const shared = { singleton: true, import: false, suppressMissingImportWarning: true };

export default {
  base: '',
  build: { target: 'es2022', assetsInlineLimit: 0, rolldownOptions: { input: 'src/Page.jsx' } },
  css: { modules: { generateScopedName: `${id}-[local]` } },
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [
    federation({
      name: id.replaceAll('-', '_'),
      filename: 'container.js',
      varFilename: 'remoteEntry.js',
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
