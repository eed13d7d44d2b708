import { coloursOf, type Product, sizesOf } from '@patchwork/shop/domain';
import * as t from '../texts/card.ts';
import styles from './Sizes.module.css';

interface SizesProps {
  readonly product: Product;
}

/** The sizes in which there is a product in its colour, and the number of its style's colours, if there are several. */
export function Sizes({ product }: SizesProps) {
  const colours = coloursOf(product).length;
  return (
    <>
      <span className={styles.sizes}>
        <span className="visually-hidden">{`${t.sizes} `}</span>
        {sizesOf(product).map(({ size, inStock }, index) => (
          <span key={size} data-in-stock={inStock}>
            {index > 0 && <span className="visually-hidden">, </span>}
            {size}
            {!inStock && <span className="visually-hidden">{` ${t.sizeOutOfStock}`}</span>}
          </span>
        ))}
      </span>
      {colours > 1 && <span>{t.colours({ count: colours })}</span>}
    </>
  );
}
