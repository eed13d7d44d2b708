import type { KnipConfig } from 'knip';

/** Returns the style sheets and fonts that a style sheet names, as imports that knip understands. */
const importsOfCss = (text: string): string =>
  [...text.matchAll(/(?:@import\s+|url\()"(?!data:|\/)([^"]+)"/g)]
    .map(([, file]) => `import '${file}';`)
    .join('\n');

/** Packages that every piece names for the build, which shares one copy of each, used or not. */
const shared = ['@patchwork/shop', '@patchwork/state', 'jotai', 'react-dom'];

/** Packages that the mock imports, which is compiled into a published package. */
const ofMock = ['jose', 'miragejs', 'pure-rand', 'rfc6902'];

const config: KnipConfig = {
  compilers: { css: importsOfCss },
  workspaces: {
    '.': {
      entry: ['scripts/*.ts'],
      project: ['scripts/**/*.{ts,mjs}', '*.{ts,cjs,css}'],
      // Called by their commands, depcruise and attw.
      ignoreDependencies: ['verdaccio', 'dependency-cruiser', '@arethetypeswrong/cli'],
    },
    shell: {
      // The release gate compares the remotes with the contract.
      entry: ['src/early/main.ts', 'src/app/contract.ts', 'e2e/*.spec.ts'],
      project: ['{src,e2e}/**/*.{ts,tsx,css}', '*.ts'],
      ignoreDependencies: shared,
    },
    'mfe-*': {
      entry: ['src/exposes/*.tsx', 'src/**/{,*.}gallery.tsx'],
      project: ['src/**/*.{ts,tsx,css}', '*.ts'],
      ignoreDependencies: shared,
    },
    'api-server': {
      entry: ['src/main.ts'],
      project: ['src/**/*.ts', '*.ts'],
      // A system's own.
      ignoreBinaries: ['unshare'],
    },
    tools: {
      // Commands, and programs that they start.
      entry: ['*.ts', 'server-chaos/full-disk.cjs'],
      project: '**/*.{ts,cjs}',
      // Called by its command; read as text; gives drizzle-orm the same peers as the server's copy.
      ignoreDependencies: ['@testing-library/dom', '@electric-sql/pglite'],
    },
    'mock-server': { project: 'src/**/*.{ts,css}' },
    'packages/api': { project: '{src,contract}/**/*.ts' },
    'packages/build': {
      // Bundled into the HTML of a shell in development; the page that runs a remote without the shell; what
      // renders a remote's pages; what takes the place of parts of the federation runtime.
      entry: [
        'src/refresh-hook.ts',
        'src/{standalone,prerender}/main.tsx',
        'src/federation-{left-out,start}.ts',
      ],
      ignoreDependencies: ofMock,
      project: 'src/**/*.{ts,tsx,css}',
    },
    'packages/cli': {
      // Pieces are built by another process; a template has packages of its own.
      entry: ['src/main.ts', 'build-worker.mjs'],
      project: 'src/**/*.ts',
      // Dependencies of the internal packages that are compiled into it, and the versions that a new repository gets.
      ignoreDependencies: [/^(?!@patchwork\/|commander$|valibot$)/],
    },
    'packages/release': {
      // Bundled by the tests that kill it.
      entry: ['src/commands/crash-worker.ts'],
      project: 'src/**/*.ts',
    },
    'packages/ui': {
      // A command of its own.
      entry: ['src/*.gallery.tsx', 'src/fonts/write-fonts.ts'],
      project: 'src/**/*.{ts,tsx,css}',
    },
    'packages/shop': {
      project: 'src/**/*.{ts,css}',
      // Imported by the internal packages that are compiled into it.
      ignoreDependencies: [/^(?!@patchwork\/)/],
    },
    'packages/testing': {
      project: 'src/**/*.{ts,tsx}',
      ignoreDependencies: [/^(?!@patchwork\/)/],
    },
    'packages/*': { project: 'src/**/*.{ts,tsx,css}' },
  },
};

export default config;
