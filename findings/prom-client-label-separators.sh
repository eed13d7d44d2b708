#!/bin/sh
# prom-client 15.1.3.
#
# The key of a series is its labels, joined by ":" and ",". Two different sets of label values that read alike when they
# are joined are one series: their counts are added up, and one of the two is never shown.
#
# Seen: one series with the value 2 instead of two with 1.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error prom-client@15.1.3 > installed
cat > program.mjs <<'END'
import { Counter, Registry } from 'prom-client';

const registry = new Registry();
const counter = new Counter({ name: 'loads', help: 'h', labelNames: ['a', 'b'], registers: [registry] });
counter.inc({ a: '1,b:2', b: '3' });
counter.inc({ a: '1', b: '2,b:3' });
console.log((await registry.metrics()).trim());
END
cat > expected <<'END'
# HELP loads h
# TYPE loads counter
loads{a="1,b:2",b="3"} 2
END
node program.mjs > seen
diff expected seen
echo 'as described'
