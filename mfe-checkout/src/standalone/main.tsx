import { openAlone } from '@patchwork/build/standalone';
import declaration from '../../remote.json';
import { Component as Cart } from '../exposes/Cart.tsx';
import { Component as Checkout } from '../exposes/Checkout.tsx';
import { Component as OrderPlaced } from '../exposes/OrderPlaced.tsx';
import { Component as Orders } from '../exposes/Orders.tsx';

openAlone(declaration, {
  './Cart': Cart,
  './Checkout': Checkout,
  './OrderPlaced': OrderPlaced,
  './Orders': Orders,
});
