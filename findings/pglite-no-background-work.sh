#!/bin/sh
# @electric-sql/pglite 0.5.16 (PostgreSQL 18.6).
#
# `show autovacuum` says on, but there is one backend and nothing in the background: a table never gets statistics, so
# the planner guesses. statement_timeout is accepted and cancels nothing. The collation "en_US" exists and sorts by bytes.
#
# Seen: reltuples -1 and no autovacuum 65 s after 100,000 inserts (autovacuum_naptime is 1 min); pg_sleep(1) under a
# timeout of 100 ms returns after a second; en_US sorts "A B a b ä" instead of "a A ä b B".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error @electric-sql/pglite@0.5.16 > installed
cat > program.mjs <<'END'
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create();
const one = async (sql) => Object.values((await db.query(sql)).rows[0])[0];
await db.exec('create table t (a int); insert into t select generate_series(1, 100000); delete from t where a % 2 = 0');
console.log(`autovacuum ${await one('show autovacuum')}, every ${await one('show autovacuum_naptime')}`);
console.log(`processes: ${await one("select string_agg(backend_type, ', ') from pg_stat_activity")}`);
await wait(65_000);
console.log(`reltuples ${await one("select reltuples from pg_class where relname = 't'")}`);
console.log(`autovacuums ${await one("select autovacuum_count + autoanalyze_count from pg_stat_all_tables where relname = 't'")}`);
await db.exec("set statement_timeout = '100ms'");
const start = performance.now();
const ended = await db.query('select pg_sleep(1)').then(() => 'not cancelled', () => 'cancelled');
console.log(ended, performance.now() - start > 900 ? 'after a second' : 'earlier');
await db.exec('set statement_timeout = 0');
console.log(await one(`select string_agg(x, ' ' order by x collate "en_US") from (values ('b'), ('A'), ('a'), ('B'), ('ä')) v (x)`));
await db.close();
END
cat > expected <<'END'
autovacuum on, every 1min
processes: standalone backend
reltuples -1
autovacuums 0
not cancelled after a second
A B a b ä
END
node program.mjs > seen
diff expected seen
echo 'as described'
