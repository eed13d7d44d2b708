import path from 'node:path';
import {
  createGate,
  emitAllTypes,
  type Published,
  publish,
  type ReleaseContext,
  readAuthor,
  readOwner,
} from '@patchwork/release';
import { readDeclaredPieces, type Site } from '../pieces.ts';
import { buildPieces } from './build.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

function report({ name, version, before, size = { raw: 0, brotli: 0 } }: Published): void {
  const verb = before === version ? 'unchanged' : 'published';
  const sizes = `${kilobytes(size.raw)}, ${kilobytes(size.brotli)} with brotli`;
  console.log(`${verb} ${name.padEnd(14)} ${version}  ${sizes}`);
}

/** Publishes every piece that was built into the shop's own release folder, all at once. */
export async function publishAll(site: Site): Promise<void> {
  const { root } = site;
  const pieces = readDeclaredPieces(site);
  const context: ReleaseContext = {
    release: path.join(root, '.release'),
    gate: createGate(root),
    author: (names) => readAuthor(root, names),
    // A local shop has no visitors, so another access needs no confirmation here.
    flags: pieces.flatMap(({ routes }) => routes.map((route) => `--allow-access ${route}`)),
    progress: () => undefined,
    warn: (warnings) => {
      for (const { rule, message } of warnings) console.log(`warning: ${rule}: ${message}`);
    },
  };
  const folders = pieces.map(({ folder }) => folder);
  const types = await emitAllTypes(root, folders);
  const built = await Promise.all(
    pieces.map(async ({ name, folder }, index) => ({
      name,
      folder,
      owner: await readOwner(folder),
      ...types[index],
    })),
  );
  for (const published of await publish(context, built)) report(published);
}

export const buildAll = (site: Site): Promise<void> =>
  buildPieces(readDeclaredPieces(site), console.log);

/** Builds every piece, and publishes it into the shop's own release folder. */
export async function releaseAll(site: Site): Promise<void> {
  await buildAll(site);
  await publishAll(site);
}
