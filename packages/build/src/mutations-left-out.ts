/**
 * Takes the place of TanStack Query's MutationCache (see query-without-mutations.ts). What is left is what
 * QueryClient calls by itself.
 */
export class MutationCache {
  readonly clear = (): void => undefined;
  readonly resumePausedMutations = (): Promise<void> => Promise.resolve();
}
