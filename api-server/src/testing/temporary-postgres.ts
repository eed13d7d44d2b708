import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
const LOG_LENGTH = 4000;

/**
 * Makes a cluster and runs it until standard input ends, which is also when the program that started it
 * dies, however it dies. The folder goes with it. $1 is the folder, $2 the one of the programs.
 * No TCP: the socket is in the folder. What a crash of the machine would lose is of no use to a test.
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

/** Postgres refuses to run as root: it gets the user of Debian's package, else that of none. */
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

/** The last of what a program wrote on standard error. */
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

/** A Postgres server for tests, which make databases of their own in it. */
export interface PostgresServer {
  /** The address of a database that may make others. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a server in a temporary folder, from the programs in a folder such as '/usr/lib/postgresql/17/bin'. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-postgres-'));
  const user = unprivileged();
  if (user) await chown(folder, user.uid, user.gid);
  const guard = spawn('sh', ['-c', script, 'sh', folder, programs], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C is for this program alone, whose end is the server's.
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
