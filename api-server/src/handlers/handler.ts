import type { EndpointName, endpoints, WireInputOf, WireOutputOf } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { Caller, Operator } from '../auth/sessions.ts';
import type { StoredBody } from '../http/answer.ts';
import type { ServerRefusal } from '../http/refusals.ts';
import type { Services } from './services.ts';

interface CallerOf {
  readonly open: undefined;
  readonly login: Caller;
  readonly operator: Operator;
}

/** Validated and authorized request. */
export interface Call<K extends EndpointName> extends Services, WireInputOf<K> {
  /** Owner of the token. In calls with access 'login', every query is restricted to this shopper. */
  readonly caller: CallerOf[(typeof endpoints)[K]['access']];
  /** Network of the client: an IPv4 address, or the first half of an IPv6 address; 'unknown' if there is no address. */
  readonly address: string;
}

type Outcome<K extends EndpointName> = Result<WireOutputOf<K> | StoredBody, ServerRefusal>;

/** Handles one call. The endpoint table defines the status of a success. */
type Handler<K extends EndpointName> = (call: Call<K>) => Promise<Outcome<K>>;

/** Handlers by endpoint name. A missing or unknown name does not compile. */
export type Handlers = { readonly [K in EndpointName]: Handler<K> };
