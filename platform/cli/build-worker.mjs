import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * Builds pieces one after the other, as its parent process requests, and reports whether each build succeeded. One
 * process for several pieces, because starting the bundler takes longer than building a small remote. Plain JavaScript,
 * because a TypeScript loader would change functions whose source text becomes part of a build.
 */

process.env.NODE_ENV = 'production';

function rsbuildOf(folder) {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  return import(pathToFileURL(resolve('@rsbuild/core')).href);
}

async function build({ folder, environments }) {
  // Rsbuild's own command also runs in the piece's folder.
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
