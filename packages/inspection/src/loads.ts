/** One attempt to get an exposed module of a remote. */
export interface LoadRecord {
  readonly remoteId: string;
  readonly module: string;
  /** Milliseconds on the page's clock (performance.now). */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly state: 'loading' | 'ready' | 'failed';
  /** Why it failed, with the causes behind it. */
  readonly reason: string | undefined;
}

/** A package that a remote shares with the page, and whose copy it works with. */
export interface SharedUse {
  readonly name: string;
  /** The range that the remote was built for. */
  readonly wanted: string;
  /** The version that it got; undefined while nobody has asked for the package. */
  readonly got: string | undefined;
  /** Who provided that copy: 'shell' or a remote's id. */
  readonly from: string | undefined;
}
