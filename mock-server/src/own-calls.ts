import type { OwnEndpoint } from '@patchwork/api/own-api';
import { type MockedRemotes, sourcesOf } from './api/own-apis.ts';
import { loadRoutes } from './api/own-routes.ts';

/** The calls of a remote's own API, or why they can't be loaded. */
export interface OwnCalls {
  /** Id of the remote. */
  readonly owner: string;
  /** Whether a server answers, also in a page with the mock. */
  readonly isServed: boolean;
  readonly calls: readonly OwnEndpoint[];
  readonly problem?: string;
}

/**
 * Loads the calls of the remotes' own APIs, whether the mock or a server answers them. An API that can't be loaded has
 * an entry with a `problem`.
 */
export const loadOwnCalls = (remotes: MockedRemotes): Promise<OwnCalls[]> =>
  Promise.all(
    sourcesOf(remotes).map(async (source) => {
      const { owner, isServed } = source;
      try {
        return {
          owner,
          isServed,
          calls: (await loadRoutes(source)).map(({ endpoint }) => endpoint),
        };
      } catch (cause) {
        return { owner, isServed, calls: [], problem: String(cause) };
      }
    }),
  );
