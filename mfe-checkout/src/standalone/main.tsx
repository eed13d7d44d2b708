import { openAlone } from '@patchwork/build/standalone';
import { Component as Cart } from '../exposes/Cart.tsx';
import { Component as Checkout } from '../exposes/Checkout.tsx';
import { Component as OrderPlaced } from '../exposes/OrderPlaced.tsx';
import { Component as Orders } from '../exposes/Orders.tsx';

openAlone('mfe-checkout', [
  { path: '/cart', Component: Cart },
  { path: '/checkout', Component: Checkout },
  { path: '/orderplaced', Component: OrderPlaced },
  { path: '/orders', Component: Orders },
]);
