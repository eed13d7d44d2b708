import { createStoredText, createStoredValue } from '@patchwork/host/storage';

declare global {
  interface PatchworkStores {
    user: 'shop';
  }
}

/** Stored token of the session. The specification prescribes its storage key. */
export const storedToken = createStoredText('userToken');

export const userRecord = { name: 'user', version: 2, scope: 'shop' } as const;

const someUser = createStoredValue({ ...userRecord, parse: Boolean });

/**
 * Whether storage has a session: a token, and a user in this release's format. The shell validates both later. The
 * page's HTML contains this function, so it must not import a validation library.
 */
export const seemsLoggedIn = (): boolean => Boolean(storedToken.read()) && someUser.read() === true;
