import type { RemoteDeclaration } from './declaration.ts';

/**
 * Whether a remote puts something into the slot of the devtools. It is for developers then, and so are its
 * pages: a shop without devtools has neither.
 */
export const isForDevelopers = ({ fragments }: Pick<RemoteDeclaration, 'fragments'>): boolean =>
  Object.hasOwn(fragments, 'devtools');
