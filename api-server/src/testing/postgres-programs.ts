import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

const APT = '/usr/bin/apt-get';

/** '/usr/lib/postgresql/17/bin', the newest first. */
function debianFolders(): string[] {
  if (!existsSync(DEBIAN_FOLDER)) return [];
  return readdirSync(DEBIAN_FOLDER)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => path.join(DEBIAN_FOLDER, version, 'bin'));
}

/** The folder of a Postgres server's programs on this machine; undefined without one. */
export const findPrograms = (): string | undefined =>
  [...(process.env.PATH ?? '').split(path.delimiter), ...debianFolders(), '/usr/local/bin'].find(
    (folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
  );

function install(): void {
  console.warn('No Postgres server is installed: asking the system for one.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    spawnSync(APT, ['-qq', ...step], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
}

/** As `findPrograms`; as root on Debian, the package is installed when there are none. */
export function providePrograms(): string | undefined {
  const found = findPrograms();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  install();
  return findPrograms();
}
