import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** More than a kilobyte of text that differs with its seed. */
export const longText = (seed: string): string => `/* ${seed} */\n`.repeat(200);

const home = 'static/js/async/Home.1a2b3c.js';

/** A remote's folder as its build leaves it. */
export async function buildRemote(piece: string, code = 'home'): Promise<void> {
  const manifest = {
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
    id: 'mfe-catalog',
    team: 'Catalogue',
    developmentPort: 3001,
    routes: [{ path: '/', access: 'open', module: './Home' }],
    exposes: { './Home': './src/exposes/Home.tsx' },
  };
  await writeFiles(piece, {
    'package.json': '{"name":"@patchwork/mfe-catalog","version":"1.2.0"}',
    'remote.json': JSON.stringify(declaration),
    'dist/remoteEntry.js': 'container',
    'dist/mf-manifest.json': JSON.stringify(manifest),
    'dist/mf-stats.json': `{"built":${Date.now()}}`,
    [`dist/${home}`]: longText(code),
    [`dist/${home}.map`]: '{}',
    'dist/static/css/async/Home.4d5e6f.css': '.home{}',
  });
}

/** The shell's folder as its build leaves it. */
export async function buildShell(piece: string, chunk = 'index.111.js'): Promise<void> {
  await writeFiles(piece, {
    'package.json': '{"name":"@patchwork/shell","version":"2.0.0"}',
    'dist/index.html': `<!doctype html><head><!-- patchwork:documents --></head><script src="/static/js/${chunk}"></script>`,
    'dist/favicon.svg': '<svg/>',
    'dist/images/shirt.svg': longText('shirt'),
    [`dist/static/js/${chunk}`]: longText(chunk),
  });
}
