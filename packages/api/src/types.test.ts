import type { CategoryInfo, LineItem, Product, ProductQuery, Session } from '@patchwork/domain';
import { expectTypeOf, test } from 'vitest';
import type { WireProduct } from './product.ts';
import type { ProductPageRequest } from './product-query.ts';
import type {
  EndpointName,
  InputOf,
  OutputOf,
  WireBodyOf,
  WireInputOf,
  WireOutputOf,
} from './types.ts';

test('a call without ids or body takes an empty object', () => {
  expectTypeOf<Record<never, never>>().toExtend<InputOf<'listProducts'>>();
});

test('ids come from the path and the body from its encoder', () => {
  expectTypeOf<InputOf<'getProduct'>>().toExtend<{ readonly productId: string }>();
  expectTypeOf<InputOf<'addToCart'>['body']>().toEqualTypeOf<{ readonly product: Product }>();
  expectTypeOf<InputOf<'changeCartQuantity'>['body']['action']['type']>().toEqualTypeOf<
    'increment' | 'decrement'
  >();
  expectTypeOf<InputOf<'getProduct'>>().not.toHaveProperty('body');
});

test('a query is written by its encoder, and a server gets what its schema makes of it', () => {
  expectTypeOf<InputOf<'queryProducts'>['query']>().toEqualTypeOf<ProductPageRequest>();
  expectTypeOf<WireInputOf<'queryProducts'>['query']>().toEqualTypeOf<ProductQuery>();
  expectTypeOf<WireInputOf<'listProducts'>['query']>().toEqualTypeOf<undefined>();
});

test('responses come out in the domain’s types', () => {
  expectTypeOf<OutputOf<'listProducts'>>().toEqualTypeOf<{ products: Product[] }>();
  expectTypeOf<OutputOf<'getProduct'>>().toEqualTypeOf<{ product: Product }>();
  expectTypeOf<OutputOf<'listCategories'>>().toEqualTypeOf<{ categories: CategoryInfo[] }>();
  expectTypeOf<OutputOf<'getCart'>>().toEqualTypeOf<{ cart: LineItem[] }>();
  expectTypeOf<OutputOf<'login'>>().toEqualTypeOf<Session>();
  expectTypeOf<OutputOf<'signup'>>().toEqualTypeOf<Session>();
});

test('a server sees the wire', () => {
  expectTypeOf<WireOutputOf<'listProducts'>['products'][number]>().toEqualTypeOf<WireProduct>();
  expectTypeOf<WireProduct['price']>().toEqualTypeOf<string | number>();
  expectTypeOf<WireBodyOf<'login'>>().toEqualTypeOf<{ email: string; password: string }>();
  expectTypeOf<WireBodyOf<'listProducts'>>().toEqualTypeOf<undefined>();
});

test('the table has these calls', () => {
  expectTypeOf<EndpointName>().toEqualTypeOf<
    | 'listCategories'
    | 'getCategory'
    | 'listProducts'
    | 'queryProducts'
    | 'getProduct'
    | 'signup'
    | 'login'
    | 'getWishlist'
    | 'addToWishlist'
    | 'removeFromWishlist'
    | 'getCart'
    | 'addToCart'
    | 'changeCartQuantity'
    | 'setCartQuantity'
    | 'removeFromCart'
    | 'logout'
    | 'listAddresses'
    | 'addAddress'
    | 'updateAddress'
    | 'deleteAddress'
    | 'listOrders'
    | 'listCheckouts'
    | 'openCheckout'
    | 'settleCheckout'
    | 'confirmCheckout'
    | 'cancelCheckout'
    | 'simulatePayment'
  >();
});
