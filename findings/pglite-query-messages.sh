#!/bin/sh
# @electric-sql/pglite 0.5.16: `query()` sends each statement in six messages and parses it each time; there is no prepared
# statement. With the option `parsers`, as Drizzle calls it, it also copies its table of parsers, one for each array type
# of the database. One message with a named statement does the same.
#
# Seen on 28 November 2026, Node 20.20: 6 messages and 0.35 ms of processor time for a read by key, 1 message and 0.04 ms.
# Exits with 1 if `query()` needs another number of messages, or if a named statement stops working.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat >run.mjs <<'PROGRAM'
import { PGlite, protocol } from '@electric-sql/pglite';

const { serialize } = protocol;
const db = await PGlite.create();
await db.exec(`create table items as select n::text as id, now() as at from generate_series(1, 1000) as n;
  create unique index on items (id)`);
const send = db.execProtocolRawSync.bind(db);
let messages = 0;
db.execProtocolRawSync = (message) => {
  messages += 1;
  return send(message);
};

const text = 'select id, at from items where id = $1';
const options = { rowMode: 'array', parsers: { 1184: (value) => value } };
const query = async (id) => (await db.query(text, [id], options)).rows[0];

const joined = (...parts) => new Uint8Array(Buffer.concat([...parts, serialize.sync()]));
await db.execProtocol(joined(serialize.parse({ name: 'one', text })));
async function named(id) {
  const message = joined(serialize.bind({ statement: 'one', values: [id] }), serialize.execute({}));
  const { messages: received } = await db.execProtocol(message);
  return received.find(({ name }) => name === 'dataRow').fields;
}

async function measure(read) {
  for (let n = 1; n <= 2000; n += 1) await read(String(1 + (n % 1000)));
  messages = 0;
  const row = await read('7');
  const sent = messages;
  const before = process.cpuUsage();
  for (let n = 1; n <= 2000; n += 1) await read(String(1 + (n % 1000)));
  const { user, system } = process.cpuUsage(before);
  return { row: row.join(' '), sent, ms: (user + system) / 2_000_000 };
}

const [one, other] = [await measure(query), await measure(named)];
console.log({ parsers: Object.keys(db.parsers).length, query: one, named: other });
process.exit(one.sent === 6 && other.sent === 1 && one.row === other.row ? 0 : 1);
PROGRAM
node run.mjs
