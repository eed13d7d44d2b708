#!/bin/sh
# @module-federation/runtime-core 2.9.2 (the runtime of Module Federation), beside semver 7.8.6.
#
# The runtime's own check of a version range differs from npm's: a space after the second operator, or >=0.0.0, makes a
# range that nothing satisfies, and a prerelease lies in every range around it. So a shared package that npm installed
# for a remote is refused in the page, or the other way round.
#
# Seen: `>= 1 < 2` and `>=0.0.0` false instead of true for 1.5.0; `^1.0.0` true instead of false for 1.5.0-beta.1.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --no-audit --no-fund --loglevel=error @module-federation/runtime-core@2.9.2 semver@7.8.6 > installed
cat > program.mjs <<'END'
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const core = path.dirname(require.resolve('@module-federation/runtime-core'));
const { satisfy } = require(path.join(core, 'utils/semver/index.cjs'));
const semver = require('semver');
for (const [version, range] of [
  ['1.5.0', '>=1 <2'],
  ['1.5.0', '>= 1 < 2'],
  ['1.5.0', '>= 1'],
  ['1.5.0', '>=0.0.0'],
  ['1.5.0-beta.1', '^1.0.0'],
]) {
  console.log(`${version} in ${range}: ${satisfy(version, range)}, npm ${semver.satisfies(version, range)}`);
}
END
cat > expected <<'END'
1.5.0 in >=1 <2: true, npm true
1.5.0 in >= 1 < 2: false, npm true
1.5.0 in >= 1: true, npm true
1.5.0 in >=0.0.0: false, npm true
1.5.0-beta.1 in ^1.0.0: true, npm false
END
node program.mjs > seen
diff expected seen
echo 'as described'
