import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** First lines of the bundle: its CommonJS packages load Node's own modules with `require`, which ES modules lack. */
const banner = `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);`;

/** Bundles a program for Node, with every import of it that is not external, into one file. */
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
    // The glob is in a tool of the release gate, which the release server does not call.
    logOverride: { 'empty-glob': 'silent' },
  });
}

const packageFolder = path.resolve(import.meta.dirname, '..');

/** Packages that are installed beside the bundle: they read WebAssembly or native code from their folders. */
function installedPackages(): string[] {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  );
  return Object.keys(dependencies);
}

/** Path of the API server's production build. */
export const compiledApi = path.join(packageFolder, 'dist/main.mjs');

/**
 * Bundles the API server with all its commands. The file must be directly in a folder of a package, as the sources are:
 * `drizzle/` is looked up beside that folder.
 */
export const bundleApi = (outfile = compiledApi): Promise<void> =>
  bundleProgram(path.join(packageFolder, 'src/main.ts'), outfile, installedPackages());

let testBundle: Promise<string> | undefined;

/** Returns the path of this process's bundle, made once, for tests that start the API as operators do. */
export function bundleForTest(): Promise<string> {
  const outfile = path.join(packageFolder, `node_modules/.bundle-${process.pid}.mjs`);
  testBundle ??= bundleApi(outfile).then(() => outfile);
  return testBundle;
}
