/** Rules on which files may import which. In `to`, $1 and $2 stand for the capture groups of `from`. */

const own = '^(?:packages|shell|mfe-[^/]+|mock-server|api-server|scripts|tools)/';
const packageFolder = (...names) => `^packages/(?:${names.join('|')})/`;

/** Package of texts for tests. The rules of `knows` let every folder import it. */
const hostileData = packageFolder('hostile-data');

/** Test files, and files that only tests import. */
const tests = '(?:[.]test[.]tsx?$|/src/testing/)';

/** Returns a rule: of the repository's own code, a folder may import only itself, `allowed` and `hostileData`. */
const knows = (name, folder, comment, ...allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: folder },
  to: { path: own, pathNot: [folder, hostileData, ...allowed] },
});

/** Returns a rule by which only files that match `place` may import the third-party package `module`. */
const onlyIn = (name, place, module, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: own, pathNot: place },
  to: { path: `(?:^|/)node_modules/${module}(?:/|$)` },
});

const layers = [
  knows('hostile-data-knows-no-one', hostileData, 'texts that tests pass to any code'),
  knows('domain-knows-no-one', packageFolder('domain'), 'domain imports nothing of ours'),
  knows(
    'mail-knows-domain',
    packageFolder('mail'),
    'mails of mock and server',
    packageFolder('domain'),
  ),
  knows('metrics-know-no-one', packageFolder('metrics'), 'metrics count for any server'),
  knows('http-server-knows-no-one', packageFolder('http-server'), 'two servers share their limits'),
  knows('storage-knows-no-one', packageFolder('storage'), 'storage holds any value'),
  knows('api-knows-domain', packageFolder('api'), 'domain ← api', packageFolder('domain')),
  knows(
    'state-knows-api',
    packageFolder('state'),
    'domain ← api ← state',
    packageFolder('api', 'domain', 'storage'),
    '^mock-server/',
  ),
  {
    name: 'state-knows-the-mock-in-tests',
    comment: 'The mock answers the tests of the shared state; a shop with a server has none of it.',
    severity: 'error',
    from: { path: packageFolder('state'), pathNot: tests },
    to: { path: '^mock-server/' },
  },
  knows(
    'sample-data-knows-domain',
    packageFolder('sample-data'),
    'mock and server start from the same sample',
    packageFolder('domain', 'api'),
  ),
  knows('ui-knows-no-shop', packageFolder('ui'), 'ui knows no shop'),
  knows('router-knows-no-shop', packageFolder('router'), 'the router is a facade, nothing else'),
  knows(
    'federation-knows-no-shop',
    packageFolder('federation'),
    'federation knows no shop',
    packageFolder('storage'),
  ),
  knows(
    'shop-is-a-facade',
    packageFolder('shop'),
    'all that a remote imports, behind one name',
    packageFolder('api', 'domain', 'federation', 'router', 'state', 'storage', 'ui'),
  ),
  knows(
    'testing-knows-shop-and-mock',
    packageFolder('testing'),
    'the tests of a remote work with the atoms of the shop',
    packageFolder('api', 'domain', 'shop', 'ui'),
    '^packages/state/src/testing',
    '^mock-server/',
  ),
  knows(
    'release-knows-federation',
    packageFolder('release'),
    'a release is made of pieces, and knows no shop',
    packageFolder('federation', 'build', 'http-server', 'metrics'),
  ),
  knows(
    'cli-knows-no-piece',
    packageFolder('cli'),
    'the command line builds and releases pieces from any folder',
    packageFolder('build', 'federation', 'release'),
    '^mock-server/',
  ),
  knows(
    'bridge-knows-what-it-shows',
    packageFolder('devtools-bridge'),
    'what a page shows of its calls, its remotes and its mock',
    packageFolder('api', 'domain', 'federation', 'storage', 'ui'),
    '^mock-server/',
  ),
  knows(
    'mock-knows-the-wire',
    '^mock-server/',
    "the mock knows domain, api's endpoint table, the mails, the sample data and storage, nothing else",
    packageFolder('api', 'domain', 'mail', 'sample-data', 'storage'),
  ),
  knows(
    'server-knows-the-wire',
    '^api-server/',
    "the API server knows domain, api's endpoint table, the mails, the sample data, http-server and metrics, nothing else",
    packageFolder('api', 'domain', 'http-server', 'mail', 'metrics', 'sample-data'),
  ),
];

const seams = [
  {
    name: 'no-static-remote',
    comment: 'A remote is loaded at run time, through the registry.',
    severity: 'error',
    from: { path: '^([^/]+)/' },
    to: { path: '^mfe-[^/]+/', pathNot: '^$1/' },
  },
  {
    name: 'no-shell-import',
    comment:
      'The shell imports the others; nothing imports the shell. Other engines and the benchmark (tools) change a copy of the release as the journeys do.',
    severity: 'error',
    from: { path: own, pathNot: '^shell/' },
    to: { path: '^shell/', pathNot: '^shell/e2e/release-folder.ts$' },
  },
  {
    name: 'no-sibling-feature',
    comment: 'What two features need goes next to "features", or in a package.',
    severity: 'error',
    from: { path: '^(mfe-[^/]+)/src/features/([^/]+)/' },
    to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
  },
  {
    name: 'features-know-no-face',
    comment: 'features ← exposes, and the tests that open a whole page.',
    severity: 'error',
    from: {
      path: '^mfe-[^/]+/src/',
      pathNot: '^mfe-[^/]+/src/(?:exposes/|test-support)',
    },
    to: { path: '^mfe-[^/]+/src/exposes/' },
  },
  {
    name: 'common-knows-no-feature',
    comment: 'What a remote shares between its features must not import a feature.',
    severity: 'error',
    from: {
      path: '^mfe-[^/]+/src/',
      pathNot: '^mfe-[^/]+/src/(?:features/|exposes/|test-support|gallery)',
    },
    to: { path: '^mfe-[^/]+/src/features/' },
  },
  {
    name: 'no-reaching-in',
    comment: "A package is imported by its name; nothing reaches into another's folder.",
    severity: 'error',
    from: { path: '^(packages/[^/]+|shell|mfe-[^/]+|mock-server|api-server|scripts)/' },
    to: {
      path: '^(?:packages|mock-server|api-server)/',
      pathNot: '^$1/',
      dependencyTypes: ['local'],
    },
  },
];

/**
 * Folders of the teams' remotes. They import published packages only, because a remote may live in another repository.
 */
const ofTeams = '^mfe-(?!devtools)[^/]+/';

const published = [
  {
    name: 'remotes-import-what-is-published',
    comment:
      'A remote imports @patchwork/shop, /ui and /domain: it could be in another repository.',
    severity: 'error',
    from: {
      path: `${ofTeams}src/`,
      pathNot: '\\.test\\.tsx?$|/test-[\\w-]+\\.tsx?$|/src/testing/|\\.gallery\\.tsx$',
    },
    to: { path: '^(?:packages|mock-server|api-server)/', pathNot: packageFolder('shop') },
  },
  {
    name: 'galleries-import-samples',
    comment: 'A gallery is bundled into a page: @patchwork/testing itself brings a test runner.',
    severity: 'error',
    from: { path: `${ofTeams}src/.*\\.gallery\\.tsx$` },
    to: {
      path: '^(?:packages|mock-server|api-server)/',
      pathNot: ['^packages/shop/', '^packages/testing/src/samples\\.ts$'],
    },
  },
];

const guarded = [
  {
    name: 'one-caller-of-the-runtime',
    comment:
      'Only packages/federation loads remotes. The build names what a container needs of it.',
    severity: 'error',
    from: {
      path: own,
      pathNot: '^packages/(?:federation/src/|build/src/federation-(?:core|start)\\.ts$)',
    },
    to: { path: 'node_modules/@module-federation/(?:enhanced/.*runtime|runtime)' },
  },
  onlyIn(
    'one-router',
    packageFolder('router'),
    'react-router(?:-dom)?',
    'Import @patchwork/shop; the shell and a page’s owner import @patchwork/router.',
  ),
  onlyIn('one-mock', '^mock-server/', 'miragejs', 'The mock is behind one function.'),
  onlyIn(
    'one-database',
    ['^api-server/', '^tools/server-'],
    'drizzle-orm',
    'The database is behind the API; its benchmarks and its chaos look into it.',
  ),
];

module.exports = {
  forbidden: [
    ...layers,
    ...seams,
    ...published,
    ...guarded,
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-guessing',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(?:(?:shell|mfe-[^/]+|packages/[^/]+)/dist(?:-standalone)?|packages/[^/]+/released|packages/cli/templates)/',
    },
    // Imports of types follow the same rules as imports of values.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.svg'],
    },
  },
};
