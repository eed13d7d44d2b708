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
