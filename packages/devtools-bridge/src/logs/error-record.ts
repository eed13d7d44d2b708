/** Something that went wrong on the page: an error, a fallback, or what the page's policy refused. */
export interface ErrorRecord {
  readonly event: 'error' | 'fallback' | 'violation';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 'shell', a remote's id, or 'unknown' when no file of the shop is named. */
  readonly piece: string;
  readonly version: string;
  /** The pattern of the page's path, '/product/:id'; '*' where no remote has the path. */
  readonly route: string;
  /** The error's name and message, then those of its causes. */
  readonly message: string;
  /** Empty for what is not an error. */
  readonly stack: string;
  /** Of a fallback: why, and the version that replaced the one at fault. */
  readonly cause?: 'load' | 'crash' | 'hang' | undefined;
  readonly fallback?: string | undefined;
}
