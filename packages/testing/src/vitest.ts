/**
 * Vitest settings for a remote: `export default defineConfig({ test: remoteTests })`. They let Vite process the shop's
 * packages, which import style sheets that Node can't load.
 */
export const remoteTests = {
  environment: 'happy-dom',
  include: ['src/**/*.test.{ts,tsx}'],
  server: { deps: { inline: [/@patchwork[\\/]/] } },
};
