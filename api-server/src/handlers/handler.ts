import type { EndpointName, endpoints, WireInputOf, WireOutputOf } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { StoredBody } from '../answer.ts';
import type { Caller } from '../auth/sessions.ts';
import type { ServerRefusal } from '../refusals.ts';
import type { Services } from '../services.ts';

/** A request that is well-formed and allowed. */
export interface Call<K extends EndpointName> extends Services, WireInputOf<K> {
  /** The token's owner, in calls with access 'login'. Every query is bound to it. */
  readonly caller: (typeof endpoints)[K]['access'] extends 'login' ? Caller : undefined;
  /** The network address that the request came from. */
  readonly address: string;
}

type Outcome<K extends EndpointName> = Result<WireOutputOf<K> | StoredBody, ServerRefusal>;

/** Handles one call. The status of success comes from the table. */
type Handler<K extends EndpointName> = (call: Call<K>) => Promise<Outcome<K>>;

/** Handlers by the names of the table: a missing or a surplus one does not compile. */
export type Handlers = { readonly [K in EndpointName]: Handler<K> };
