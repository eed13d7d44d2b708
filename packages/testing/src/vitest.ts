/**
 * The tests' part of a remote's vitest.config.ts: `export default defineConfig({ test: remoteTests })`. The
 * shop's packages import style sheets, which Node by itself can't load.
 */
export const remoteTests = {
  environment: 'happy-dom',
  include: ['src/**/*.test.{ts,tsx}'],
  server: { deps: { inline: [/@patchwork[\\/]/] } },
};
