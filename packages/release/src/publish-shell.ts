import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentHash, publishedFiles, replaceFile } from './files.ts';
import { type Publication, type Published, readVersion } from './piece.ts';
import { dropCompressed, precompress } from './precompress.ts';
import { ReleaseError } from './release-error.ts';
import { sizeOf } from './size.ts';
import { placeholder } from './stitch.ts';

const template = 'index.html';

/** Copies a file unless the release holds the same content; the answer says whether it was copied. */
async function update(source: string, target: string): Promise<boolean> {
  const [content, present] = await Promise.all([
    readFile(source),
    readFile(target).catch(() => undefined),
  ]);
  if (present?.equals(content)) return false;
  await dropCompressed(target);
  await replaceFile(target, content);
  return true;
}

async function checkTemplate(dist: string): Promise<void> {
  const file = path.join(dist, template);
  const html = await readFile(file, 'utf8').catch(() => undefined);
  if (html === undefined) throw new ReleaseError(`${file} is missing: build the shell first`);
  if (html.includes(placeholder)) return;
  throw new ReleaseError(`${file} lacks ${placeholder}, the place of the registry`);
}

/**
 * Publishes the shell's build into the root of the release. Old chunks stay for the pages that are
 * open; the template, which points to the new ones, comes last.
 */
export async function publishShell({ piece, release }: Publication): Promise<Published> {
  const dist = path.join(piece, 'dist');
  await checkTemplate(dist);
  const files = await publishedFiles(dist);
  const assets = files.filter((file) => file !== template);
  let fresh = false;
  for (const file of assets) {
    fresh = (await update(path.join(dist, file), path.join(release, file))) || fresh;
  }
  await precompress(release, assets);
  fresh = (await update(path.join(dist, template), path.join(release, template))) || fresh;
  const version = `${await readVersion(piece)}-${await contentHash(dist, files)}`;
  return { name: 'shell', version, fresh, size: await sizeOf(release, assets) };
}
