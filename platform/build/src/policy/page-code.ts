import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads statements for a page from a file of this folder. They are plain JavaScript, because no bundler compiles them. */
export const ownCode = (name: 'development-page' | 'violation-watch'): string =>
  readFileSync(path.join(import.meta.dirname, `${name}.mjs`), 'utf8');

/** Returns a script whose variables are not the page's. */
export const inScope = (...statements: readonly string[]): string =>
  `(() => {\n${statements.join('\n')}})();`;

/**
 * Returns a script for a page that the gate opens: it passes each violation of the page's policy to the global function
 * `receiver`.
 */
export const violationScript = (receiver: string): string =>
  inScope(ownCode('violation-watch'), `watchViolations(window.${receiver});`);
