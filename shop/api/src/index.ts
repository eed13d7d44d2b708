export type { ProductPageRequest, WireCategory } from './catalogue.ts';
export { encodeProductPage, encodeTerms } from './catalogue.ts';
export type { Api, ApiOptions, CallObserver, CallOptions, CallOutcome } from './client.ts';
export { createApi } from './client.ts';
export type { BodyCodec, Endpoint, QueryCodec } from './endpoint.ts';
export type {
  EndpointName,
  InputOf,
  OutputOf,
  WireBodyOf,
  WireInputOf,
  WireOutputOf,
} from './endpoints.ts';
export { endpointNames, endpoints } from './endpoints.ts';
export type { ApiError } from './errors.ts';
export { describeError } from './errors.ts';
export { operatorCalls } from './operator-calls.ts';
export type { OrderPageRequest } from './orders.ts';
export type { WireProduct } from './product.ts';
export { encodeProduct, encodeSiblings } from './product.ts';
export type { SentCall } from './request.ts';
export { decodePart, pathFor } from './request.ts';
export { shopperEndpoints } from './shopper-endpoints.ts';
