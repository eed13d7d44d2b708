import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * Builds the pieces that its parent sends, one after the other, and reports of each whether that worked. Starting the
 * bundler takes longer than a small remote's build.
 *
 * Plain JavaScript: a loader for TypeScript would rewrite functions whose text becomes part of a build.
 */

process.env.NODE_ENV = 'production';

function rsbuildOf(folder) {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  return import(pathToFileURL(resolve('@rsbuild/core')).href);
}

async function build({ folder, environments }) {
  // Rsbuild's own command is started in the folder too.
  process.chdir(folder);
  const { createRsbuild, loadConfig } = await rsbuildOf(folder);
  const { content } = await loadConfig({ cwd: folder });
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: { ...content, logLevel: 'error' },
    environment: environments,
    loadEnv: true,
  });
  const { close } = await rsbuild.build();
  await close();
}

process.on('message', async (piece) => {
  try {
    await build(piece);
    process.send(true);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.send(false);
  }
});
