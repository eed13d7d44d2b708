import { cartAtom, Link, pathToAtom } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { Button, type ButtonVariant, buttonLook } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef } from 'react';
import { addToCartAtom } from '../state/lists.ts';
import styles from './CartAction.module.css';

interface CartActionProps {
  product: Product;
  /** Look of 'Add to Cart': primary if the page has only one. */
  variant: ButtonVariant;
  /** The id of the product's title, if the page has several products. */
  describedBy?: string;
}

/** 'Add to Cart', which becomes 'Go to Cart' once the product is in it. */
export function CartAction({ product, variant, describedBy }: CartActionProps) {
  const pathTo = useAtomValue(pathToAtom);
  const isInCart = useAtomValue(cartAtom).items.some((line) => line.product.id === product.id);
  const addToCart = useSetAtom(addToCartAtom);
  const pressed = useRef(false);

  // The pressed button is removed: the focus goes to the link that replaces it.
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
          Go to Cart
        </Link>
      ) : (
        <Button
          variant={variant}
          disabled={!product.inStock}
          aria-describedby={describedBy}
          onClick={() => {
            pressed.current = true;
            addToCart(product);
          }}
        >
          {product.inStock ? 'Add to Cart' : 'Out of Stock'}
        </Button>
      )}
    </div>
  );
}
