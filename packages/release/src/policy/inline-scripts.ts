import { createHash } from 'node:crypto';

/** A script element that names no file and no type, so that the browser runs its text. */
const inlineScript = /<script>(.*?)<\/script>/gs;

/**
 * The hashes of a template's inline scripts, as a Content-Security-Policy names them. Of the template,
 * not of a page: what a release writes into a page is never run.
 */
export const inlineScriptHashes = (template: string): string[] =>
  [...template.matchAll(inlineScript)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
