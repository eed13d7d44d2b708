import type { OwnApi } from '@patchwork/api/own-api';
import { SERVED_API } from '@patchwork/host/served-api';

/* APIs of the remotes' own. Their code is loaded at the first call of one. */

/** A remote, as far as the mock needs it. */
interface MockedRemote {
  readonly id: string;
  /**
   * Modules that export an API, by the API's base: a path, or the address of another origin. A server answers those
   * that begin with SERVED_API.
   */
  readonly apis?: Readonly<Record<string, string>> | undefined;
}

/** The page's remotes, and how to load a module of one. */
export interface MockedRemotes {
  readonly active: { readonly remotes: readonly MockedRemote[] };
  readonly loader: {
    readonly loadModule: (remote: never, module: string) => Promise<unknown>;
  };
}

/** Where an API of a remote's own is found. */
export interface OwnSource {
  /** Id of the remote. */
  readonly owner: string;
  /** '/api/gift-notes' or 'https://api.gifts.example'. */
  readonly base: string;
  /** Whether a server answers, not the mock. */
  readonly isServed: boolean;
  /** Loads the module's exports. */
  readonly load: () => Promise<unknown>;
}

/** Origin of the page; any, without a page. */
export const pageOrigin = (): string =>
  typeof location === 'undefined' ? 'http://mock.invalid' : location.origin;

/** Returns the source whose base a URL is below. A base without an origin is one of the page's. */
export const sourceOf = (
  sources: readonly OwnSource[],
  { origin, pathname }: URL,
): OwnSource | undefined =>
  sources.find(({ base }) => {
    const { origin: own, pathname: path } = new URL(base, pageOrigin());
    return origin === own && `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`);
  });

/** Lists the sources of the page's remotes. */
export const sourcesOf = ({ active, loader }: MockedRemotes): OwnSource[] =>
  active.remotes.flatMap((remote) =>
    Object.entries(remote.apis ?? {}).map(([base, module]) => ({
      ...{ owner: remote.id, base, isServed: module.startsWith(SERVED_API) },
      load: () => loader.loadModule(remote as never, module.replace(SERVED_API, '')),
    })),
  );

/** Returns a source for a module that is loaded already, as tests have it. */
export const sourceFor = (api: OwnApi): OwnSource[] => {
  const bases = Object.values(api.endpoints).map(({ path }) =>
    path.startsWith('/') ? path.split('/').slice(0, 3).join('/') : new URL(path).origin,
  );
  return [...new Set(bases)].map((base) => ({
    ...{ owner: 'the test', base, isServed: false },
    load: async () => ({ api }),
  }));
};
