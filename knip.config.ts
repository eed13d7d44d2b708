import type { KnipConfig } from 'knip';

/** Returns the style sheets and fonts that a style sheet names, as imports that knip understands. */
const importsOfCss = (text: string): string =>
  [...text.matchAll(/(?:@import\s+|url\()"(?!data:|\/)([^"]+)"/g)]
    .map(([, file]) => `import '${file}';`)
    .join('\n');

/** Packages that each piece lists for the build, used or not: all pieces of a page share one copy of each. */
const shared = ['@patchwork/shop', '@patchwork/state', 'jotai', 'react-dom'];

/** Packages that the mock imports. A published package contains the compiled mock, and so depends on them. */
const ofMock = ['jose', 'miragejs', 'pure-rand', 'rfc6902'];

const config: KnipConfig = {
  compilers: { css: importsOfCss },
  workspaces: {
    '.': {
      entry: ['scripts/*.ts'],
      project: ['scripts/**/*.{ts,mjs}', '*.{ts,cjs,css}'],
      // Called by their commands: verdaccio, depcruise and attw.
      ignoreDependencies: ['verdaccio', 'dependency-cruiser', '@arethetypeswrong/cli'],
    },
    shell: {
      // `contract.ts` is read by the release gate, which compares the remotes with it.
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
      // A command of Linux.
      ignoreBinaries: ['unshare'],
    },
    tools: {
      // Commands, and programs that they start.
      entry: ['*.ts', 'server-chaos/full-disk.cjs'],
      project: '**/*.{ts,cjs}',
      // The first is read as text; the second gives drizzle-orm the same peers as the server's copy.
      ignoreDependencies: ['@testing-library/dom', '@electric-sql/pglite'],
    },
    'mock-server': { project: 'src/**/*.{ts,css}' },
    'packages/api': { project: '{src,contract}/**/*.ts' },
    'packages/build': {
      // A script in the HTML of a shell in development; the page that runs a remote without the shell; the program
      // that renders a remote's pages; replacements for parts of the federation runtime.
      entry: [
        'src/refresh-hook.ts',
        'src/{standalone,prerender}/main.tsx',
        'src/federation-{left-out,start}.ts',
      ],
      ignoreDependencies: ofMock,
      project: 'src/**/*.{ts,tsx,css}',
    },
    'packages/cli': {
      // `build-worker.mjs` builds pieces in a process of its own.
      entry: ['src/main.ts', 'build-worker.mjs'],
      project: 'src/**/*.ts',
      // Dependencies of the internal packages that are compiled into it, and the versions that a new repository gets.
      ignoreDependencies: [/^(?!@patchwork\/|commander$|valibot$)/],
    },
    'packages/release': {
      // A program that the tests bundle, start and kill.
      entry: ['src/commands/crash-worker.ts'],
      project: 'src/**/*.ts',
    },
    'packages/ui': {
      // `write-fonts.ts` is a command.
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
