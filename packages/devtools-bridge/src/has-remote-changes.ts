import { createStoredValue } from '@patchwork/storage';

declare global {
  interface PatchworkStores {
    'remote-changes': 'tab';
  }
}

/** Place of this tab's changes to the remotes in the storage, until the tab is closed. */
export const storedIn = { name: 'remote-changes', version: 1, scope: 'tab' } as const;

const stored = createStoredValue({ ...storedIn, parse: (value) => value });

/**
 * Whether this tab changes any remote, or its address asks for a preview. The script in the page's HTML calls this
 * before any other code is loaded, so it uses no schema.
 */
export const hasRemoteChanges = (): boolean =>
  stored.readText() !== null || /[?&]preview=/.test(location.search);
