import { runTool } from '../scripts/lib/checks.ts';
import { provideChromium } from '../scripts/lib/chromium.ts';
import { releaseAll } from '../scripts/lib/publish.ts';

/** Builds and releases every piece, then runs Playwright on the release. Resolves to Playwright's exit code. */
export async function playRelease(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<number> {
  await releaseAll();
  const env = {
    ...process.env,
    ...variables,
    ALL_TESTS: 'true',
    CHROMIUM_PATH: await provideChromium(),
  };
  return runTool('playwright', ['test', ...args], env);
}
