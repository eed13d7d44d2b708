import { createStoredValue } from '@patchwork/storage';

declare global {
  interface PatchworkStores {
    'remote-changes': 'tab';
  }
}

/** Where this tab's changes to the remotes are stored, until it is closed. */
export const storedIn = { name: 'remote-changes', version: 1, scope: 'tab' } as const;

const stored = createStoredValue({ ...storedIn, parse: (value) => value });

/**
 * Whether this tab changes any remote, or is asked for a preview. The script in the page's HTML calls this
 * before anything else is there, so no schema is loaded.
 */
export const hasRemoteChanges = (): boolean =>
  stored.readText() !== null || /[?&]preview=/.test(location.search);
