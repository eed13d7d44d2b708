// 1.0.0
/** * The tests' part of a remote's vitest.config.ts: `export default defineConfig({ test: remoteTests })`. The * shop's packages import style sheets, which Node by itself can't load. */
declare const remoteTests: { environment: string; include: string[]; server: { deps: { inline: RegExp[]; }; }; };
export { remoteTests };
