import { cartAtom, changeCartAtom, Link, pathToAtom } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { Button, type ButtonVariant, buttonLook } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef } from 'react';
import * as t from '../texts/card.ts';
import styles from './CartAction.module.css';

interface CartActionProps {
  product: Product;
  /** Variant of the button 'Add to Cart': primary if the page has only one such button. */
  variant: ButtonVariant;
  /** Id of the product's title. For pages with several products. */
  describedBy?: string;
}

/** The button 'Add to Cart', or the link 'Go to Cart' if the cart has the product. */
export function CartAction({ product, variant, describedBy }: CartActionProps) {
  const pathTo = useAtomValue(pathToAtom);
  const isInCart = useAtomValue(cartAtom).items.some((line) => line.product.id === product.id);
  const changeCart = useSetAtom(changeCartAtom);
  const pressed = useRef(false);

  // The pressed button is removed, so the link that replaces it gets the focus.
  function takeOver(link: HTMLAnchorElement | null) {
    if (link && pressed.current) link.focus();
    pressed.current = false;
  }

  return (
    <div className={styles.action}>
      {isInCart ? (
        <Link
          ref={takeOver}
          to={pathTo('cart')}
          aria-describedby={describedBy}
          {...buttonLook('primary')}
        >
          {t.goToCart}
        </Link>
      ) : (
        <Button
          variant={variant}
          disabled={!product.inStock}
          aria-describedby={describedBy}
          onClick={() => {
            pressed.current = true;
            void changeCart({ type: 'add', product });
          }}
        >
          {product.inStock ? t.addToCart : t.outOfStock}
        </Button>
      )}
    </div>
  );
}
