import { aProduct } from '@patchwork/kit/testing/samples';
import type { Product } from '@patchwork/shop/domain';
import { ProductGrid } from './ProductGrid.tsx';

const card = (change: Partial<Product>) => () => (
  <ProductGrid
    products={[aProduct({ image: '/images/indigo-selvedge-overshirt.svg', ...change })]}
  />
);

export const Reduced = card({});

export const PriceNotReduced = card({ price: 1899, originalPrice: 1750 });

export const OutOfStock = card({ inStock: false });

export const NotRated = card({ rating: 0 });
