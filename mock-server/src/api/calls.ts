import { type Endpoint, type EndpointName, operatorCalls, shopperEndpoints } from '@patchwork/api';

type KnownCall = Pick<Endpoint, 'method' | 'path' | 'access' | 'status'> &
  Partial<Pick<Endpoint, 'body' | 'query'>>;

/** Every call of the endpoint table. The operator's calls lack their schemas, which are loaded with their handlers. */
export const calls: Readonly<Record<EndpointName, KnownCall>> = {
  ...shopperEndpoints,
  ...operatorCalls,
};

export const callNames = Object.keys(calls) as EndpointName[];
