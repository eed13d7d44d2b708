import type { Rspack } from '@rsbuild/core';

/** Returns why an address that contains the file's name would not lead to the file; undefined if it would. */
export function nameProblem(file: string): string | undefined {
  const [character] = /[%#?\\]|\p{Cc}/u.exec(file) ?? [];
  if (character === undefined) return undefined;
  return `has ${JSON.stringify(character)} in its name, which an address can’t contain as it is`;
}

/** Bundler plugin that refuses files with names that would be 404 in the browser. */
export const safeFileNames = (): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    const name = 'patchwork:safe-file-names';
    compiler.hooks.afterEmit.tap(name, (compilation) => {
      for (const { name: file, info } of compilation.getAssets()) {
        const problem = nameProblem(file);
        if (problem === undefined) continue;
        const error = new Error(`${info.sourceFilename ?? file} ${problem}: rename it`);
        delete error.stack;
        compilation.errors.push(error);
      }
    });
  },
});
