import type { Result } from '@patchwork/domain';
import type { ReleasedRemote } from '@patchwork/federation';

/** A way to break a remote on purpose, to see what its absence or fault does to the shop. */
export const breakages = ['unreachable', 'slow', 'corrupt', 'throws', 'shared'] as const;
export type Breakage = (typeof breakages)[number];

/** A remote that comes from elsewhere than the registry says, in this tab only. */
export interface Override {
  readonly remoteId: string;
  /** Where its files are served, without a slash at the end: 'http://localhost:3001'. */
  readonly address: string;
}

/** An override whose address was looked at and found fit; warnings are for the developer to weigh. */
export interface CheckedOverride extends Override {
  readonly remote: ReleasedRemote;
  readonly warnings: readonly string[];
}

/** What a developer may do to the remotes of this tab. Kept in sessionStorage; never read from a link. */
export interface Steering {
  /** In force on this page. */
  readonly overrides: readonly Override[];
  readonly breakages: Readonly<Record<string, Breakage>>;
  /** Overrides that were given up on this page: the released version took their place. */
  readonly failures: readonly { readonly override: Override; readonly reason: string }[];
  /** Looks at an address before it is used; each error is a sentence that names what is wrong. */
  check(override: Override): Promise<Result<CheckedOverride, readonly string[]>>;
  /** Uses it from the next page load on, and loads the page again. */
  use(override: CheckedOverride): void;
  /** Back to the released version, with a page load. */
  undo(remoteId: string): void;
  /** Breaks a remote, or mends it (null), with a page load. */
  breakOn(remoteId: string, breakage: Breakage | null): void;
  /** Gets the remote's files anew and shows its page again, without a page load. */
  reload(remoteId: string): Promise<void>;
}
