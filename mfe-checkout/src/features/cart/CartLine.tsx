import { changeCartAtom, configurationAtom, Link, pathToAtom } from '@patchwork/shop';
import { type LineItem, priceTexts } from '@patchwork/shop/domain';
import { Button, Price } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useId } from 'react';
import { moveToWishlistAtom } from '../../state/cart.ts';
import styles from './CartLine.module.css';
import { Quantity } from './Quantity.tsx';

interface CartLineProps {
  line: LineItem;
}

export function CartLine({ line }: CartLineProps) {
  const pathTo = useAtomValue(pathToAtom);
  const { knownImage } = useAtomValue(configurationAtom);
  const { product } = line;
  const { id: productId } = product;
  const titleId = useId();
  const look = { variant: 'quiet', size: 'small', 'aria-describedby': titleId } as const;
  const changeCart = useSetAtom(changeCartAtom);
  const moveToWishlist = useSetAtom(moveToWishlistAtom);
  return (
    <article aria-labelledby={titleId} className={styles.line}>
      <img
        className={styles.picture}
        src={knownImage(product.image)}
        alt=""
        width={800}
        height={1000}
      />
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          <Link to={pathTo('product', { productId })}>{product.title}</Link>
        </h2>
        <Price {...priceTexts(product)} />
        <p className={styles.size}>
          Size: <strong>{product.size}</strong>
        </p>
      </div>
      <Quantity line={line} onChange={(type) => changeCart({ type, productId })} />
      <div className={styles.actions}>
        <Button {...look} onClick={() => changeCart({ type: 'remove', productId })}>
          Remove from Cart
        </Button>
        <Button {...look} onClick={() => moveToWishlist(line)}>
          Move to Wishlist
        </Button>
      </div>
    </article>
  );
}
