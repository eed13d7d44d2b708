import { createStoredValue } from '../storage/stored-value.ts';

declare global {
  interface PatchworkStores {
    'remote-changes': 'tab';
  }
}

/** Storage entry for this tab's changes to the remotes. */
export const storedIn = { name: 'remote-changes', version: 1, scope: 'tab' } as const;

const stored = createStoredValue({ ...storedIn, parse: (value) => value });

/**
 * Whether this tab has stored changes to the remotes, or its URL asks for a preview. Called by the inline script before
 * any other code has loaded, so it parses nothing with a schema.
 */
export const hasRemoteChanges = (): boolean =>
  stored.readText() !== null || /[?&]preview=/.test(location.search);
