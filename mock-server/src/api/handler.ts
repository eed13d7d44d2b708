import type { EndpointName, endpoints, WireInputOf, WireOutputOf } from '@patchwork/api';
import type { Refusal } from '@patchwork/api/refusals';
import type { Result } from '@patchwork/domain';
import type { MockSettings } from '../control/control.ts';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';
import type { TokenSession } from './tokens.ts';

/** Validated and authorized request. */
export interface Call<K extends EndpointName> extends WireInputOf<K> {
  /** Owner of the token; undefined for open calls. */
  readonly user: (typeof endpoints)[K]['access'] extends 'open' ? undefined : UserRow;
  /** Session that the token belongs to; undefined for open calls. */
  readonly session: (typeof endpoints)[K]['access'] extends 'open' ? undefined : TokenSession;
  readonly data: Data;
  readonly settings: MockSettings;
  /** Current time by the mock's clock. */
  readonly now: Date;
}

type Outcome<K extends EndpointName> = Result<WireOutputOf<K>, Refusal>;

/** Handles one call. The endpoint table defines the status of a successful response. */
type Handler<K extends EndpointName> = (call: Call<K>) => Outcome<K> | Promise<Outcome<K>>;

/** Handlers by endpoint name. A missing or unknown name doesn't compile. */
export type Handlers = { readonly [K in EndpointName]: Handler<K> };
