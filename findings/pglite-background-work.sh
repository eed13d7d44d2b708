#!/bin/sh
# @electric-sql/pglite 0.5.16 (Postgres 18.6), Node 20.20: `show autovacuum` answers "on", max_wal_size is 1GB and
# checkpoint_timeout 5min, but nothing runs beside the session. The log grows past max_wal_size, deleted rows stay, and there
# are no statistics. statement_timeout ends no statement while it runs. Output:
#   {"autovacuum":"on","logMb":1168,"maxLogMb":1024,"statistics":-1,"sleptMs":1030}
# api-server/src/database/maintenance.ts and embedded.ts depend on it. Exits with 1 if this changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat >run.mjs <<'END'
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create('data');
const one = async (statement) => Object.values((await db.query(statement)).rows[0])[0];
const autovacuum = await one('show autovacuum');
await db.exec('create table t (id int primary key, content text)');
for (let round = 0; round < 60; round += 1) {
  await db.exec(`insert into t select n, repeat(md5(n::text), 20) from generate_series(1, 26000) n; truncate t`);
}
const logMb = Number(await one('select sum(size) / 1048576 from pg_ls_waldir()'));
const maxLogMb = Number(await one("select setting::int from pg_settings where name = 'max_wal_size'"));
await db.exec('insert into t select n from generate_series(1, 5000) n');
const statistics = Number(await one("select reltuples from pg_class where relname = 't'"));
await db.exec('set statement_timeout = 100');
const start = performance.now();
await db.query('select pg_sleep(1)');
const sleptMs = Math.round(performance.now() - start);
console.log(JSON.stringify({ autovacuum, logMb: Math.round(logMb), maxLogMb, statistics, sleptMs }));
const isSame = autovacuum === 'on' && logMb > maxLogMb && statistics === -1 && sleptMs >= 1000;
process.exit(isSame ? 0 : 1);
END
node run.mjs
