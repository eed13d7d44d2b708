import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { err, ok, type Result } from '@patchwork/domain';
import pg from 'pg';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

const APT = '/usr/bin/apt-get';

/** Returns folders such as '/usr/lib/postgresql/17/bin', newest version first. */
function debianFolders(): string[] {
  if (!existsSync(DEBIAN_FOLDER)) return [];
  return readdirSync(DEBIAN_FOLDER)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => path.join(DEBIAN_FOLDER, version, 'bin'));
}

/** Returns the folder of the Postgres programs on this machine; undefined if there is none. */
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

/** Returns the folder of the Postgres programs. As root on Debian, installs them if they are missing. */
function providePrograms(): string | undefined {
  const found = findPrograms();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  install();
  return findPrograms();
}

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
const LOG_LENGTH = 4000;

/**
 * Shell script that creates a cluster in a folder ($1) with the programs in another ($2), and runs it until standard
 * input closes, which also happens when the parent process dies. It then deletes the folder. No TCP: the socket is in
 * the folder. No fsync: test data need not survive a crash of the machine.
 */
const script = `
trap 'rm -rf "$1"' EXIT
exec 3<&0 >&2
"$2/initdb" -D "$1/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync || exit
"$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c synchronous_commit=off \
  -c full_page_writes=off -c max_connections=200 3<&- &
read _ <&3
kill -QUIT $!
wait
`;

/**
 * Returns the user as which root must run Postgres, which refuses to run as root: the Debian package's user, otherwise
 * `nobody`. Returns undefined if this process doesn't run as root.
 */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, user: string) => spawnSync('id', [flag, user], { encoding: 'utf8' });
  const user = idOf('-u', 'postgres').status === 0 ? 'postgres' : 'nobody';
  return { uid: Number(idOf('-u', user).stdout), gid: Number(idOf('-g', user).stdout) };
}

async function isUp(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Returns a function that returns the end of a program's standard error. */
function lastWords(program: ChildProcess): () => string {
  let text = '';
  program.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-LOG_LENGTH);
  });
  return () => text;
}

async function waitUntilUp(url: string, guard: ChildProcess): Promise<void> {
  const words = lastWords(guard);
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isUp(url))) {
    if (guard.exitCode !== null || performance.now() > deadline) {
      throw new Error(`Postgres does not start: ${words()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Postgres server for tests. Each test creates its own database. */
export interface PostgresServer {
  /** URL of a database from which others can be created. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server in a temporary folder, with the programs in a folder such as '/usr/lib/postgresql/17/bin'. Throws if
 * the server doesn't start within a minute.
 */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-postgres-'));
  const user = unprivileged();
  if (user) await chown(folder, user.uid, user.gid);
  const guard = spawn('sh', ['-c', script, 'sh', folder, programs], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C must reach only this process, which then stops the server.
    detached: true,
  });
  const ended = new Promise((resolve) => guard.once('close', resolve));
  const stop = async (): Promise<void> => {
    guard.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `postgresql://postgres@${encodeURIComponent(folder)}/postgres`;
  try {
    await waitUntilUp(url, guard);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/**
 * Returns the server in DATABASE_URL, or starts one from the programs on this machine. The error says why there is no
 * server. Throws as `startPostgres` does.
 */
export async function providePostgres(
  given = process.env.DATABASE_URL,
): Promise<Result<PostgresServer, string>> {
  if (given) return ok({ url: given, stop: async () => undefined });
  const programs = providePrograms();
  return programs === undefined
    ? err('no Postgres server is installed, and DATABASE_URL names none')
    : ok(await startPostgres(programs));
}

/** Runs one statement on a new connection. */
export async function query<TRow extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<TRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<TRow>(statement)).rows;
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  /** Drops the database after closing all its connections. */
  readonly drop: () => Promise<void>;
}

/**
 * Creates an empty database on the server at this URL, by default with the server's locale; `options` are those of
 * `create database`.
 */
export async function createDatabase(server: string, options = ''): Promise<TestDatabase> {
  const name = `patchwork_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await query(server, `create database ${name} template template0 ${options}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await query(server, `drop database ${name} with (force)`)),
  };
}

/** Runs a function with the URL of an empty database on a real Postgres. Throws if there is no Postgres server. */
export async function onPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = await providePostgres();
  if (!server.ok) throw new Error(server.error);
  try {
    const database = await createDatabase(server.value.url);
    try {
      return await work(database.url);
    } finally {
      await database.drop();
    }
  } finally {
    await server.value.stop();
  }
}
