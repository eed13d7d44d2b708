#!/bin/sh
# @electric-sql/pglite 0.5.16 (PostgreSQL 18.6): the collation "en_US" is in pg_collation and is accepted, but sorts by
# bytes. PostgreSQL with the C library's en_US sorts "a A ä b B".
# Output: A B a b ä
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error @electric-sql/pglite@0.5.16 > installed
cat > program.mjs <<'END'
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create();
const { rows } = await db.query(
  `select string_agg(x, ' ' order by x collate "en_US") as sorted from (values ('b'), ('A'), ('a'), ('B'), ('ä')) v (x)`,
);
console.log(rows[0].sorted);
await db.close();
END
echo 'A B a b ä' > expected
node program.mjs > seen
diff expected seen
echo 'as described'
