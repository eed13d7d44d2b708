import { pathToAtom } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom } from 'jotai';
import type { RefObject } from 'react';
import { CoveringLink } from '../CoveringLink.tsx';
import { pressedProductAtom } from '../state/products.ts';

/** Element that was named last for the view transition: a name that two elements have cancels it. */
let named: HTMLElement | null = null;

function nameForTransition(picture: HTMLElement | null): void {
  named?.style.removeProperty('view-transition-name');
  picture?.style.setProperty('view-transition-name', 'product-picture');
  named = picture;
}

interface ProductLinkProps {
  product: Product;
  /** Picture that moves to where the product's page has it. */
  picture?: RefObject<HTMLElement | null>;
}

/** The link of a card, which covers it: the product's page begins with what the card knows. */
export function ProductLink({ product, picture }: ProductLinkProps) {
  const pathTo = useAtomValue(pathToAtom);
  const press = useSetAtom(pressedProductAtom);
  return (
    <CoveringLink
      to={pathTo('product', { productId: product.id })}
      viewTransition={picture !== undefined}
      onClick={() => {
        press(product);
        if (picture) nameForTransition(picture.current);
      }}
    >
      {product.title}
    </CoveringLink>
  );
}
