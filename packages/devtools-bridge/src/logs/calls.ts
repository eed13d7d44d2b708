import type { CallOutcome, EndpointName } from '@patchwork/api';

/** One call of the shop to its API, as far as it has come. */
export interface CallRecord {
  /** 1 for the first call of the page, and so on. */
  readonly id: number;
  readonly name: EndpointName;
  readonly method: string;
  /** As it was sent: the path with its ids, behind the API's base URL if there is one. */
  readonly url: string;
  /** The remote whose code made the call; 'shell' for the shell's own and the shared state's. */
  readonly initiator: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body as it travels, before JSON; undefined for none. */
  readonly requestBody: unknown;
  readonly outcome: CallOutcome | undefined;
}
