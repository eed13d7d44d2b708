import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiServer } from '@patchwork/api-server';
import { ReleaseError } from '@patchwork/release';
import type { Metrics } from '@patchwork/release/metrics';
import { release, root } from './workspace.ts';

/**
 * Opens the API server that the environment describes, on the embedded database or that of DATABASE_URL. Imports the
 * server only when called. Throws a ReleaseError if a setting is wrong.
 */
export async function openApi(metrics?: Metrics): Promise<ApiServer> {
  const { createApiServer, readSettings, SettingsError } = await import('@patchwork/api-server');
  try {
    // Logs warnings only, not a line per request. In development, the login page has a guest button.
    const guest = process.env.NODE_ENV === 'production' ? {} : { GUEST_ACCOUNT: 'true' };
    const defaults = { LOG_LEVEL: 'warn', ...guest };
    return await createApiServer(readSettings({ ...defaults, ...process.env }, root), { metrics });
  } catch (error) {
    throw error instanceof SettingsError ? new ReleaseError(error.message) : error;
  }
}

/**
 * Returns a warning if the text of a release's config.json makes the shop use another API or the mock; undefined if it
 * makes the shop use this API.
 */
export function configWarning(text: string): string | undefined {
  const { apiBaseUrl } = parse(text);
  if (apiBaseUrl === '/') return undefined;
  const used = apiBaseUrl === undefined ? 'the mock' : `the API at ${apiBaseUrl}`;
  return `config.json of the release makes the shop use ${used}, not this API: write "apiBaseUrl": "/" into it, or delete it`;
}

function parse(text: string): { readonly apiBaseUrl?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Warns on the terminal when the released shop does not use this API. */
export function warnAboutConfig(): void {
  const file = path.join(release, 'config.json');
  const warning = existsSync(file) ? configWarning(readFileSync(file, 'utf8')) : undefined;
  if (warning !== undefined) console.warn(warning);
}
