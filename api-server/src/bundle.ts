import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * Start of the bundle. Defines `require`, which ES modules lack but bundled CommonJS packages need for Node's modules.
 */
const banner = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);`;

/** Bundles a Node program with all its imports, except external ones, into one file. */
export async function bundleProgram(
  entry: string,
  outfile: string,
  external: readonly string[] = [],
): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [...external],
    banner: { js: banner },
    logLevel: 'warning',
    // The glob belongs to a tool of the release gate that this program doesn't call.
    logOverride: { 'empty-glob': 'silent' },
  });
}

const packageFolder = path.resolve(import.meta.dirname, '..');

/** Returns the packages that can't be bundled, because they read WebAssembly or native code from their folders. */
function installedPackages(): string[] {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  );
  return Object.keys(dependencies);
}

/** Path of the API server's production build. */
export const compiledApi = path.join(packageFolder, 'dist/main.mjs');

/**
 * Bundles the API server with all its commands. Like the sources, `outfile` must be in a direct subfolder of a package,
 * because the program looks for `drizzle/` beside its own folder.
 */
export const bundleApi = (outfile = compiledApi): Promise<void> =>
  bundleProgram(path.join(packageFolder, 'src/main.ts'), outfile, installedPackages());

let testBundle: Promise<string> | undefined;

/** Returns the path of a bundle for tests that start the API as operators do. The bundle is built once per process. */
export function bundleForTest(): Promise<string> {
  const outfile = path.join(packageFolder, `node_modules/.bundle-${process.pid}.mjs`);
  testBundle ??= bundleApi(outfile).then(() => outfile);
  return testBundle;
}
