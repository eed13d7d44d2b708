#!/bin/sh
# @module-federation/vite 1.23.0 with Vite 8.3.8.
#
# The plugin takes the names that a remote imports from a shared package without a copy of its own (`import: false`) from
# the modules that are loaded when nothing has happened for some 10 ms. A file of `import()` that is read later, as on a
# busy machine or a network drive, does not count: the same sources build or fail, depending on the time. 1.23.8 waits.
#
# Seen, with a plugin that delays one file by 2 s: 1.23.0 fails with `"useState" is not exported by …`, 1.23.8 builds.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p src
cat > src/page.js <<'END'
import { createElement } from 'react';
export const Component = () => createElement('p');
export const late = () => import('./late.js');
END
echo 'import { useState } from "react"; export const Late = () => useState(0);' > src/late.js
cat > vite.config.js <<'END'
import { federation } from '@module-federation/vite';
import { setTimeout } from 'node:timers/promises';

const slow = {
  name: 'slow',
  enforce: 'pre',
  async load(id) {
    if (id.endsWith('late.js')) await setTimeout(2000);
    return null;
  },
};
export default {
  logLevel: 'silent',
  build: { target: 'esnext', minify: false, rollupOptions: { input: 'src/page.js' } },
  plugins: [
    slow,
    federation({
      name: 'remote',
      filename: 'remoteEntry.js',
      dts: false,
      exposes: { './Page': './src/page.js' },
      shared: { react: { singleton: true, import: false, suppressMissingImportWarning: true, requiredVersion: '^19.0.0' } },
    }),
  ],
};
END
for version in 1.23.0 1.23.8; do
  rm -rf node_modules package-lock.json
  echo '{"type":"module"}' > package.json
  npm install --no-audit --no-fund --loglevel=error \
    vite@8.3.8 react@19.3.1 "@module-federation/vite@$version" > installed
  if npx vite build > said 2>&1; then echo "$version builds"; else
    grep -q 'useState.*is not exported' said && echo "$version lacks useState"
  fi
done > seen
printf '1.23.0 lacks useState\n1.23.8 builds\n' > expected
diff expected seen
echo 'as described'
