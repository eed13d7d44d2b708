import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { DATABASE_WAIT_MS } from '../settings.ts';
import { findPrograms, query } from '../testing/postgres.ts';
import { openTestServer } from '../testing/server.ts';
import { signUp } from '../testing/shopper.ts';

const server = inject('postgresUrl');
const PATH = `${findPrograms()}${path.delimiter}${process.env.PATH}`;

/** Whether the tests have started the server: its programs have the same version, and it trusts everyone. */
const isOwn = server !== null && new URL(server).hostname.startsWith('%2F');
const hasProgram = (name: string): boolean =>
  spawnSync(name, ['--version'], { env: { PATH } }).status === 0;
const canDump = isOwn && ['createdb', 'pg_dump', 'pg_restore', 'psql'].every(hasProgram);

const TIMEOUT_MS = 120_000;

/** Returns the documented commands that create the role, its database and a restored one, dump and restore. */
async function documentedCommands(): Promise<string[]> {
  const file = path.resolve(import.meta.dirname, '../../../docs/operations.md');
  const text = await readFile(file, 'utf8');
  return text.match(/^(?:sudo -u postgres|pg_dump|pg_restore) .*$/gm) ?? [];
}

test.runIf(canDump)(
  'a role and a database that were created as documented suffice for the shop, its backup and a restored one',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-restore-'));
    const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`;
    const admin = new URL(server ?? '');
    const urlOf = (database: string) => `postgresql://${name}@${admin.host}/${database}`;
    const run = (command = '') =>
      execFileSync('sh', ['-ec', command.replace('sudo -u postgres ', '')], {
        cwd: folder,
        env: {
          PATH,
          ...{ PGHOST: decodeURIComponent(admin.hostname), PGUSER: admin.username },
          DATABASE_URL: urlOf(name),
        },
      });
    const [createRole, createShop, dump, createRestored, restore, ...others] = (
      await documentedCommands()
    ).map((command) =>
      command.replaceAll('patchwork', name).replace(/\brestored\b/, `${name}_restored`),
    );
    expect(others).toEqual([]);
    onTestFinished(async () => {
      for (const database of [name, `${name}_restored`]) {
        await query(admin.href, `drop database if exists ${database} with (force)`);
      }
      await query(admin.href, `drop role if exists ${name}`);
      await rm(folder, { recursive: true });
    });

    run(createRole);
    run(createShop);
    const settings = { kind: 'postgres', connections: 4, waitMs: DATABASE_WAIT_MS } as const;
    const shop = await openTestServer({ database: { ...settings, url: urlOf(name) } });
    const { account } = await signUp(shop, 'quilted-kantha-jacket');
    await shop.stop();
    run(dump);
    run(createRestored);
    run(restore);

    const restored = await openTestServer({
      database: { ...settings, url: urlOf(`${name}_restored`) },
    });
    const login = await restored.fetch(
      new Request('http://localhost/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      }),
    );
    expect(login.status).toBe(200);
    await restored.stop();
  },
  TIMEOUT_MS,
);
