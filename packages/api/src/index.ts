export type { WireCategory } from './category.ts';
export type { Api, ApiOptions, CallOptions } from './client.ts';
export { createApi } from './client.ts';
export type { BodyCodec, Endpoint, QueryCodec } from './endpoint.ts';
export { endpointNames, endpoints } from './endpoints.ts';
export type { ApiError } from './errors.ts';
export { describeError } from './errors.ts';
export type { CallObserver, CallOutcome } from './observe.ts';
export type { OrderPageRequest } from './order.ts';
export type { WireProduct } from './product.ts';
export { encodeProduct } from './product.ts';
export type { ProductPageRequest } from './product-query.ts';
export { encodeProductPage } from './product-query.ts';
export type { SentCall } from './request.ts';
export { pathFor } from './request.ts';
export type {
  EndpointName,
  InputOf,
  OutputOf,
  WireBodyOf,
  WireInputOf,
  WireOutputOf,
} from './types.ts';
