/**
 * Arguments for the processes and threads that run tests. Node 25 and later have a `localStorage` of their own, which is
 * undefined without a file to keep it in, and Vitest 4 then leaves out that of the test DOM.
 */
const execArgv = process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : [];

/**
 * Vitest settings for a remote: `export default defineConfig({ test: remoteTests })`. They let Vite process the shop's
 * packages, which import style sheets that Node can't load.
 */
export const remoteTests = {
  environment: 'happy-dom',
  execArgv,
  include: ['src/**/*.test.{ts,tsx}'],
  server: { deps: { inline: [/@patchwork[\\/]/] } },
};
