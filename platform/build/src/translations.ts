import path from 'node:path';
import { SOURCE_LANGUAGE } from '@patchwork/host';
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core';

/** Returns the folder of a remote's build in a language: dist, and dist/hi for Hindi. */
export const distOf = (root: string, language: string): string =>
  path.join(root, 'dist', language === SOURCE_LANGUAGE ? '' : language);

/**
 * Builds the remote again for each of its other languages, whose texts are in its code: a page loads the build of its
 * language, and an English one nothing for any other.
 */
export const translations = (
  root: string,
  languages: readonly string[],
  configIn: (language: string) => RsbuildConfig,
): RsbuildPlugin => ({
  name: 'patchwork:translations',
  apply: 'build',
  setup(api) {
    api.onAfterBuild(async ({ stats }) => {
      if (stats?.hasErrors()) return;
      for (const language of languages) {
        const rsbuild = await createRsbuild({
          ...{ cwd: root, config: { ...configIn(language), logLevel: 'error' } },
          environment: ['remote'],
        });
        const { close } = await rsbuild.build();
        await close();
      }
    });
  },
});
