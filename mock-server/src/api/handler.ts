import type { EndpointName, endpoints, WireInputOf, WireOutputOf } from '@patchwork/api';
import type { Refusal } from '@patchwork/api/refusals';
import type { Result } from '@patchwork/domain';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';
import type { TokenSession } from './tokens.ts';

/** A request that is well-formed and allowed. */
export interface Call<K extends EndpointName> extends WireInputOf<K> {
  /** The user of the token, in calls with access 'login'. */
  readonly user: (typeof endpoints)[K]['access'] extends 'login' ? UserRow : undefined;
  /** The session of the token, in calls with access 'login'. */
  readonly session: (typeof endpoints)[K]['access'] extends 'login' ? TokenSession : undefined;
  readonly data: Data;
}

type Outcome<K extends EndpointName> = Result<WireOutputOf<K>, Refusal>;

/** Handles one call. The status of success comes from the table. */
type Handler<K extends EndpointName> = (call: Call<K>) => Outcome<K> | Promise<Outcome<K>>;

/** Handlers by the names of the table: a missing or a surplus one does not compile. */
export type Handlers = { readonly [K in EndpointName]: Handler<K> };
