/** Rules on which files may import which. In `to`, $1 and $2 stand for the capture groups of `from`. */

const own = '^(?:shop|kit|platform|shell|mfe-[^/]+|mock-server|api-server|e2e|scripts|tools)/';

/** Folders below shop/: three packages, and the layers of @patchwork/shop. */
const shop = (...names) => `^shop/(?:${names.join('|')})/`;
const platform = (...names) => `^platform/(?:${names.join('|')})/`;

/** What code of the shop uses of the platform: no command line, no release. */
const host = platform('host/src');

/** Texts for tests. The rules of `knows` let every folder import them. */
const hostileData = '^platform/host/src/testing/hostile-data/';

/** Limits and metrics of any HTTP server, and the lock of a file: the release and the API server use them. */
const servers = '^platform/release/src/(?:(?:http-server|metrics)/|file-lock[.]ts$)';

/** Test files, and files that only tests import. */
const tests = '(?:[.]test[.]tsx?$|/testing/|/test-support)';

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
  knows(
    'domain-knows-no-one',
    shop('domain'),
    'domain imports nothing of ours but the type of a result',
    '^platform/host/src/result[.]ts$',
  ),
  knows('api-knows-domain', shop('api'), 'domain ← api', shop('domain')),
  knows(
    'state-knows-api',
    shop('state'),
    'domain ← api ← state',
    shop('api', 'domain'),
    '^platform/host/src/storage/',
    '^mock-server/',
  ),
  {
    name: 'state-knows-the-mock-in-tests',
    comment: 'The mock answers the tests of the shared state; a shop with a server has none of it.',
    severity: 'error',
    from: { path: shop('state'), pathNot: tests },
    to: { path: '^mock-server/' },
  },
  knows(
    'ui-knows-no-shop',
    shop('ui'),
    'ui knows no shop',
    '^platform/host/src/dom/(?:focus|when-idle)[.]ts$',
  ),
  knows(
    'the-facade-only-exports',
    shop('facade'),
    'all that a remote imports, behind one name',
    shop('api', 'domain', 'state', 'ui'),
    host,
  ),
  knows(
    'kit-knows-shop-and-mock',
    '^kit/',
    'what the developers of a remote work with: the shop on its mock',
    shop('api', 'domain', 'facade', 'state/testing', 'ui'),
    host,
    '^mock-server/',
    '^platform/build/src/kit.ts$',
  ),
  knows('host-knows-no-one', platform('host'), 'the host is the ground of the platform'),
  knows('build-knows-host', platform('build'), 'host ← build', platform('host')),
  knows(
    'release-knows-build',
    platform('release'),
    'a release is made of pieces, and knows no shop',
    platform('host', 'build'),
  ),
  knows(
    'cli-knows-no-piece',
    platform('cli'),
    'the command line builds and releases pieces from any folder',
    platform('build', 'host', 'release'),
  ),
  knows(
    'another-host-knows-the-platform',
    '^examples/another-host/',
    'a product that is no shop needs the platform only',
    '^platform/',
  ),
  knows(
    'mock-knows-the-wire',
    '^mock-server/',
    'the mock knows domain, the table of endpoints, what is stored and which APIs a server answers, nothing else',
    shop('api', 'domain'),
    '^platform/host/src/(?:storage/|registry/served-api)',
  ),
  knows(
    'server-knows-the-wire',
    '^api-server/',
    'the API server knows domain, the table of endpoints and how a server listens, nothing else',
    shop('api', 'domain'),
    servers,
  ),
];

/** Layers of platform/release: each folder with those that it may import. Files beside the folders are the ground. */
const release = {
  'http-server': [],
  metrics: [],
  health: [],
  'release-folder': [],
  build: ['release-folder'],
  pointers: ['release-folder', 'build'],
  gate: ['release-folder', 'build', 'pointers'],
  commands: ['release-folder', 'build', 'pointers', 'gate', 'health'],
  render: ['release-folder'],
  serve: ['release-folder', 'render', 'health', 'http-server', 'metrics'],
  accept: ['release-folder', 'pointers'],
  'smoke-test': ['release-folder', 'pointers', 'gate', 'render', 'serve'],
};

const inRelease = (names) => `^platform/release/src/(?:${names.join('|')})/`;

const layersOfRelease = [
  ...Object.entries(release).map(([name, allowed]) => ({
    name: `release-layer-${name}`,
    comment: `Of the folders of release, ${name} imports ${allowed.join(', ') || 'none'}.`,
    severity: 'error',
    from: { path: inRelease([name]), pathNot: tests },
    to: { path: '^platform/release/src/.+/', pathNot: inRelease([name, ...allowed]) },
  })),
  {
    name: 'release-ground',
    comment: 'Files beside the folders of release import no folder; index.ts exports from all.',
    severity: 'error',
    from: { path: '^platform/release/src/(?!index[.]ts$)[^/]+[.]ts$', pathNot: tests },
    to: { path: '^platform/release/src/.+/' },
  },
];

/** Folders of the API server; each imports only those before it. Its files outside of folders put them together. */
const serverFolders = [
  ...['telemetry', 'http', 'database', 'rows', 'auth', 'payment', 'mail', 'checkout', 'orders'],
  ...['account', 'operator', 'commands', 'handlers'],
];

const serverFloors = serverFolders.map((folder, index) => {
  const above = [...serverFolders.slice(index + 1), 'testing'].map((name) => `${name}/`);
  return {
    name: `server-${folder}-knows-none-above`,
    comment: serverFolders.join(' ← '),
    severity: 'error',
    from: { path: `^api-server/src/${folder}/`, pathNot: tests },
    to: { path: `^api-server/src/(?:${above.join('|')}|(?!settings)[^/]+$)` },
  };
});

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
    comment: 'The shell imports the others; nothing imports the shell.',
    severity: 'error',
    from: { path: own, pathNot: '^shell/' },
    to: { path: '^shell/', pathNot: '^e2e/release-folder.ts$' },
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
    from: {
      path: '^(shop/(?:domain|api|ui)|shop|platform/[^/]+|kit|shell|mfe-[^/]+|mock-server|api-server|e2e|scripts)/',
    },
    to: {
      path: '^(?:shop|kit|platform|mock-server|api-server)/',
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
    to: { path: '^(?:shop|kit|platform|mock-server|api-server)/', pathNot: shop('facade') },
  },
  {
    name: 'galleries-import-samples',
    comment:
      'A gallery is bundled into a page: @patchwork/kit/testing itself brings a test runner.',
    severity: 'error',
    from: { path: `${ofTeams}src/.*\\.gallery\\.tsx$` },
    to: {
      path: '^(?:shop|kit|platform|mock-server|api-server)/',
      pathNot: [shop('facade'), '^kit/testing/samples\\.ts$'],
    },
  },
];

const guarded = [
  {
    name: 'one-caller-of-the-runtime',
    comment:
      'Only platform/host loads remotes. The build names what a container needs of it; the gate compares versions as it does.',
    severity: 'error',
    from: {
      path: own,
      pathNot:
        '^platform/(?:host/src/|build/src/federation-(?:core|start)\\.ts$|release/src/gate/rules/shared\\.ts$)',
    },
    to: { path: 'node_modules/@module-federation/(?:enhanced/.*runtime|runtime)' },
  },
  onlyIn(
    'one-router',
    '^platform/host/src/routing/',
    'react-router(?:-dom)?',
    'Import @patchwork/shop; the shell and a page’s owner import @patchwork/host/router.',
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
    ...layersOfRelease,
    ...serverFloors,
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
      path: '^(?:shell|mfe-[^/]+|shop|kit|platform/[^/]+|examples/another-host/[^/]+)/dist(?:-standalone)?/',
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
