import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** Returns more than a kilobyte of text that depends on the seed. */
export const longText = (seed: string): string => `/* ${seed} */\n`.repeat(200);

const home = 'static/js/async/Home.1a2b3c.js';

interface RemoteFixture {
  readonly id?: string;
  /** Text in the remote's script. Another text makes another build. */
  readonly code?: string;
  readonly route?: string;
  /** Version in package.json. */
  readonly version?: string;
  readonly shared?: readonly SharedFixture[];
  /** Settings in remote.json; by default none. */
  readonly settings?: object;
}

interface SharedFixture {
  readonly name: string;
  readonly version: string;
  readonly requiredVersion: string;
}

const sharedPackages: readonly SharedFixture[] = [
  { name: 'react', version: '19.3.1', requiredVersion: '^19.3.1' },
  { name: '@patchwork/state', version: '1.0.0', requiredVersion: '^1.0.0' },
];

/** Writes a remote's folder as a build leaves it. */
export async function buildRemote(
  piece: string,
  {
    id = 'mfe-catalog',
    code = 'home',
    route = '/',
    version = '1.2.0',
    shared = sharedPackages,
    settings,
  }: RemoteFixture = {},
): Promise<void> {
  await rm(path.join(piece, 'dist'), { recursive: true, force: true });
  const manifest = {
    shared,
    exposes: [
      {
        path: './Home',
        assets: {
          js: { sync: [home], async: ['static/js/async/later.js'] },
          css: { sync: ['static/css/async/Home.4d5e6f.css'], async: [] },
        },
      },
    ],
  };
  const declaration = {
    id,
    team: 'Catalogue',
    ...{ developmentPort: 3001, settings },
    routes: [
      {
        page: `page${route.replaceAll('/', '-')}`.replace(/-$/, ''),
        path: route,
        access: 'open',
        module: './Home',
      },
    ],
  };
  await writeFiles(piece, {
    'package.json': JSON.stringify({ name: `@patchwork/${id}`, version }),
    'remote.json': JSON.stringify(declaration),
    'dist/remoteEntry.js': 'container',
    'dist/mf-manifest.json': JSON.stringify(manifest),
    'dist/mf-stats.json': `{"built":${Date.now()}}`,
    [`dist/${home}`]: longText(code),
    [`dist/${home}.map`]: '{}',
    'dist/static/css/async/Home.4d5e6f.css': '.home{}',
  });
}

/** Writes the shell's folder as a build leaves it. */
export async function buildShell(
  piece: string,
  chunk = 'index.111.js',
  code = longText(chunk),
  shared = sharedPackages,
): Promise<void> {
  await rm(path.join(piece, 'dist'), { recursive: true, force: true });
  await writeFiles(piece, {
    'package.json': '{"name":"@patchwork/shell","version":"2.0.0"}',
    'dist/index.html': `<!doctype html><head><!-- patchwork:documents --></head><script src="/static/js/${chunk}"></script>`,
    'dist/mf-manifest.json': JSON.stringify({ exposes: [], shared }),
    'dist/favicon.svg': '<svg/>',
    'dist/images/shirt.svg': longText('shirt'),
    [`dist/static/js/${chunk}`]: code,
  });
}
