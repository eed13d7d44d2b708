import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Found, PackageSource } from '@patchwork/release';
import { compare } from 'semver';
import * as v from 'valibot';

const ranges = v.optional(v.record(v.string(), v.string()));

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  peerDependencies: ranges,
  dependencies: ranges,
});

/** What “npm view --json” prints: one version, several that fit, or why there is none. */
const viewSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.array(manifestSchema),
    manifestSchema,
    v.object({ error: v.object({ code: v.string(), summary: v.string() }) }),
  ]),
);

/** Codes of npm for a version or a package that the registry does not have. */
const absent = /^(?:E404|ETARGET)$/;

/** By default, npm tries for more than a minute to reach a registry. */
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-timeout=20000'];

interface Run {
  readonly isDone: boolean;
  readonly out: string;
}

const npm = (folder: string, args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    // On Windows, npm is a script that only a shell runs. Names and versions are checked before.
    const options = { cwd: folder, shell: process.platform === 'win32', maxBuffer: 64 * 1024 ** 2 };
    execFile('npm', [...args, ...patience], options, (error, out) =>
      resolve({ isDone: error === null, out: out.toString() }),
    );
  });

const newest = <T extends { readonly version: string }>(versions: readonly T[]): T | undefined =>
  versions.toSorted((one, other) => compare(other.version, one.version))[0];

/**
 * Returns the registry that npm is configured with in a workspace or repository. Packages are installed into its cache,
 * each once.
 */
export function npmRegistry(root: string | undefined): PackageSource {
  const folder = root ?? tmpdir();
  const known = new Map<string, Promise<Found>>();
  let unreachable: Found | undefined;

  async function view(name: string, spec: string): Promise<Found> {
    const fields = ['name', 'version', 'peerDependencies', 'dependencies'];
    const { out } = await npm(folder, ['view', `${name}@${spec}`, ...fields, '--json']);
    // npm prints nothing for a range that no version fits.
    if (out.trim() === '') return { state: 'absent' };
    const { success, output } = v.safeParse(viewSchema, out);
    if (!success) return { state: 'unreachable', reason: 'npm’s answer can’t be read' };
    if ('error' in output) {
      const { code, summary } = output.error;
      if (absent.test(code)) return { state: 'absent' };
      unreachable = { state: 'unreachable', reason: `${code}: ${summary}` };
      return unreachable;
    }
    const manifest = newest([output].flat());
    return manifest ? { state: 'found', manifest } : { state: 'absent' };
  }

  return {
    find(name, spec) {
      const key = `${name}@${spec}`;
      const found =
        known.get(key) ?? (unreachable ? Promise.resolve(unreachable) : view(name, spec));
      known.set(key, found);
      return found;
    },
    async install(packages) {
      const names = packages.map(({ name, version }) => `${name}@${version}`);
      const id = createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
      const target = path.join(folder, 'node_modules/.cache/patchwork/upgrades', id);
      // npm writes this file when everything else is there.
      if (existsSync(path.join(target, 'node_modules/.package-lock.json'))) return target;
      await mkdir(target, { recursive: true });
      await writeFile(path.join(target, 'package.json'), '{"private":true}');
      // npm reads the configuration of the folder that it installs into only.
      await copyFile(path.join(folder, '.npmrc'), path.join(target, '.npmrc')).catch(() => {});
      const quiet = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
      const { isDone } = await npm(target, ['install', ...names, ...quiet, '--no-package-lock']);
      await rm(path.join(target, '.npmrc'), { force: true });
      return isDone ? target : undefined;
    },
  };
}
