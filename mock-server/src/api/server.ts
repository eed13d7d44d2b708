import { catalogueRefusals, type Refusal, refusalBody } from '@patchwork/api/catalogue-refusals';
import type { Failures, WireResponse } from '../control/failures.ts';
import type { Directives } from '../control/sentinels.ts';
import type { StateManager } from '../control/state.ts';
import type { Data } from '../data/database.ts';
import type { Handlers } from './handler.ts';
import type { OwnSource } from './own-apis.ts';

/** Incoming request: path parameters and query decoded, header names in lower case, body as text. */
export interface WireRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Server {
  /** Handlers that are already loaded. */
  readonly handlers: Partial<Handlers>;
  readonly data: Data;
  readonly directives: Directives;
  readonly state: StateManager;
  readonly failures: Failures;
  /** APIs of the remotes' own. The list may grow while a page starts. */
  readonly own: () => readonly OwnSource[];
}

export const refusalResponse = (refusal: Refusal): WireResponse => ({
  status: refusal.status,
  body: refusalBody(refusal),
});

/** Answers a request whose path has other methods. `allow` lists them. */
export const refuseMethod = (allow: string): WireResponse => ({
  ...refusalResponse(catalogueRefusals.unknownMethod),
  headers: { allow },
});
