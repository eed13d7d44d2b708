import type { KnipConfig } from 'knip';

/** Returns the style sheets and fonts that a style sheet refers to, as `import` statements, which knip understands. */
const importsOfCss = (text: string): string =>
  [...text.matchAll(/(?:@import\s+|url\()"(?!data:|\/)([^"]+)"/g)]
    .map(([, file]) => `import '${file}';`)
    .join('\n');

/**
 * Packages that every piece declares for the build, even if it doesn't import them: all pieces of a page share one copy
 * of each.
 */
const shared = ['@patchwork/shop', 'jotai', 'react-dom'];

const config: KnipConfig = {
  compilers: { css: importsOfCss },
  // Repositories of their own.
  ignore: ['examples/**'],
  workspaces: {
    '.': {
      entry: ['scripts/*.ts'],
      project: ['scripts/**/*.{ts,mjs}', '*.{ts,cjs,css}'],
      // Run as commands: depcruise and tsc.
      ignoreDependencies: ['verdaccio', 'dependency-cruiser', '@typescript/native'],
    },
    shell: {
      // `contract.ts` is read by the release gate, which compares the remotes with it.
      entry: ['src/early.ts', 'src/app/contract.ts'],
      project: ['src/**/*.{ts,tsx,css}', '*.ts'],
      ignoreDependencies: shared,
    },
    e2e: { entry: ['**/*.spec.ts'], project: '**/*.ts' },
    'mfe-*': {
      entry: ['src/exposes/*.{ts,tsx}', 'src/**/{,*.}gallery.tsx'],
      project: ['src/**/*.{ts,tsx,css}', '*.ts'],
      ignoreDependencies: shared,
    },
    'api-server': {
      entry: ['src/main.ts'],
      project: ['src/**/*.ts', '*.ts'],
      // Required at run time by the internal package that is compiled into this one.
      ignoreDependencies: ['fs-native-extensions'],
      // A Linux command.
      ignoreBinaries: ['unshare'],
    },
    tools: {
      // Commands and the programs that they start.
      entry: ['*.ts', 'server-chaos/full-disk.cjs'],
      project: '**/*.{ts,cjs}',
      // Makes pnpm resolve drizzle-orm to the same copy as in api-server.
      ignoreDependencies: ['@electric-sql/pglite'],
    },
    'mock-server': { project: 'src/**/*.{ts,css}' },
    'shop/api': { project: '{src,contract}/**/*.ts' },
    'platform/build': {
      // A script in the HTML of the development shell, replacements for parts of the federation runtime, and modules
      // for workers.
      entry: [
        'src/refresh-hook.ts',
        'src/federation-{core,left-out,start}.ts',
        'src/worker-{classes,folder,start}.ts',
      ],
      project: 'src/**/*.{ts,tsx,css}',
    },
    'platform/cli': {
      // `build-worker.mjs` builds pieces in a separate process, `types-process.ts` reads and compares their types in another.
      entry: ['src/main.ts', 'build-worker.mjs', 'src/types/types-process.ts'],
      project: 'src/**/*.ts',
      // Dependencies of the internal packages that are compiled into this one.
      ignoreDependencies: [/^(?!@patchwork\/|commander$|valibot$)/],
    },
    'platform/release': {
      // A program that the tests bundle, start and kill.
      entry: ['src/testing/crash-worker.ts'],
      project: 'src/**/*.ts',
    },
    'shop/ui': {
      // `write-fonts.ts` is a command.
      entry: ['src/*.gallery.tsx', 'src/fonts/write-fonts.ts'],
      project: 'src/**/*.{ts,tsx,css}',
    },
    shop: {
      project: '{facade,state}/**/*.{ts,tsx,css}',
      // Imported by the internal packages that are compiled into this one.
      ignoreDependencies: [/^(?!@patchwork\/)/],
    },
    kit: {
      // The page that runs a remote without the shell, and the program that renders a remote's pages.
      entry: ['standalone/{main,prerender}.tsx'],
      project: '{devtools,standalone,testing}/**/*.{ts,tsx,css}',
      // Imported by the internal packages that are compiled into this one.
      ignoreDependencies: [/^(?!@patchwork\/)/],
    },
    'shop/domain': { project: 'src/**/*.ts' },
    'platform/host': { project: 'src/**/*.{ts,tsx,css}' },
  },
};

export default config;
