import { pathToAtom } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom } from 'jotai';
import { CoveringLink } from '../CoveringLink.tsx';
import { pressedProductAtom } from '../state/products.ts';

interface ProductLinkProps {
  product: Product;
}

/** The link that covers a card. It stores the card's product, so that the product's page can show it at once. */
export function ProductLink({ product }: ProductLinkProps) {
  const pathTo = useAtomValue(pathToAtom);
  const press = useSetAtom(pressedProductAtom);
  return (
    <CoveringLink to={pathTo('product', { productId: product.id })} onClick={() => press(product)}>
      {product.title}
    </CoveringLink>
  );
}
