import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { bundleProgram } from '../../api-server/src/bundle.ts';

const root = path.resolve(import.meta.dirname, '../..');

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 200_000_000,
  });

/** Whether this clone has a commit, and the sources in it. A shallow clone lacks the earlier ones. */
export function hasCommit(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{tree}`);
    return true;
  } catch {
    return false;
  }
}

/** Copies a package's links to its dependencies. They are relative, so they lead to the packages of the copy. */
function copyLinks(from: string, to: string): void {
  if (!existsSync(from)) return;
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !/\/node_modules\/\.[^/]*$/.test(file),
  });
}

/** Bundles the API server of an earlier commit, in an empty folder, with the installed packages. Returns the bundle. */
export async function bundleCommit(commit: string, folder: string): Promise<string> {
  const archive = git('archive', commit, 'api-server', 'packages');
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const packages = ['api-server', ...readdirSync(path.join(folder, 'packages')).map(inPackages)];
  for (const name of packages) {
    copyLinks(path.join(root, name, 'node_modules'), path.join(folder, name, 'node_modules'));
  }
  const own = path.join(folder, 'api-server');
  const { dependencies } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8'));
  const bundle = path.join(own, 'dist/main.mjs');
  mkdirSync(path.dirname(bundle), { recursive: true });
  await bundleProgram(path.join(own, 'src/main.ts'), bundle, Object.keys(dependencies));
  return bundle;
}

const inPackages = (name: string): string => `packages/${name}`;
