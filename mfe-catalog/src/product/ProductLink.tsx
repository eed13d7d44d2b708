import { pathToAtom } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom } from 'jotai';
import { CoveringLink } from '../CoveringLink.tsx';
import { pressedProductAtom } from '../state/products.ts';

interface ProductLinkProps {
  product: Product;
}

/** The link of a card, which covers it: the product's page begins with what the card knows. */
export function ProductLink({ product }: ProductLinkProps) {
  const pathTo = useAtomValue(pathToAtom);
  const press = useSetAtom(pressedProductAtom);
  return (
    <CoveringLink to={pathTo('product', { productId: product.id })} onClick={() => press(product)}>
      {product.title}
    </CoveringLink>
  );
}
