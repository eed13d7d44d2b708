import path from 'node:path';
import { build } from 'esbuild';

const packageFolder = path.resolve(import.meta.dirname, '../..');

/** Programs of their own, and what finds its files beside its module. */
const external = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'commander',
  'csv-parse',
  'fs-native-extensions',
  'pg',
  'pino',
];

/**
 * The command `pnpm api` as one file, which starts in a fraction of the time. Two folders below the package,
 * as its source is: there it finds the migrations.
 */
export async function bundleServer(): Promise<string> {
  const outfile = path.join(packageFolder, `node_modules/.bundles/${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(packageFolder, 'src/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external,
    outfile,
    logLevel: 'warning',
  });
  return outfile;
}
