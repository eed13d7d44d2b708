import { createStoredValue } from '@patchwork/storage';

/** Where a developer's changes to the remotes of this tab are stored: until it is closed, and in no link. */
export const storedIn = { name: 'remote-changes', version: 1, scope: 'tab' } as const;

const stored = createStoredValue({ ...storedIn, parse: (value) => value });

/**
 * Whether this tab changes any remote. The script in the page's HTML calls this before anything else is
 * there, so no schema is loaded.
 */
export const hasRemoteChanges = (): boolean => stored.readText() !== null;
