import { aProduct } from '@patchwork/kit/testing/samples';
import { CartLine } from './CartLine.tsx';

const product = aProduct({ image: '/images/indigo-selvedge-overshirt.svg' });

export const Reduced = () => <CartLine line={{ product, quantity: 2 }} />;

export const TooManyPieces = () => <CartLine line={{ product, quantity: 11 }} />;

export const PriceNotReduced = () => (
  <CartLine line={{ product: { ...product, originalPrice: 1200 }, quantity: 1 }} />
);
