import { Link, pathToAtom } from '@patchwork/shop';
import { asSibling, coloursOf, type Product, type Sibling, sizesOf } from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { pressedProductAtom } from '../../state/products.ts';
import * as t from '../../texts/product.ts';
import styles from './Variants.module.css';

interface ChoiceProps {
  /** Name of what is chosen: 'Size' or 'Colour' in English. */
  readonly name: string;
  /** The product's own value. */
  readonly value: string;
  readonly product: Product;
  readonly variants: readonly Sibling[];
  readonly children: (variant: Sibling) => ReactNode;
}

/** Links to a product and its siblings. What is known of a sibling is shown at once, until its data is loaded. */
function Choice({ name, value, product, variants, children }: ChoiceProps) {
  const pathTo = useAtomValue(pathToAtom);
  const press = useSetAtom(pressedProductAtom);
  return (
    // Neither a list of radio buttons nor a form: each choice is a page with its own address.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-label={name} className={styles.choice}>
      <p>
        {name}: <strong>{value}</strong>
      </p>
      <ul className={styles.links}>
        {variants.map((variant) => (
          <li key={variant.id}>
            <Link
              to={pathTo('product', { productId: variant.id })}
              preventScrollReset
              className={styles.link}
              aria-current={variant.id === product.id ? 'true' : undefined}
              data-in-stock={variant.inStock}
              onClick={() => variant.id !== product.id && press(asSibling(product, variant))}
            >
              {children(variant)}
              {!variant.inStock && (
                <span className="visually-hidden">{` ${t.outOfStockNote}`}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface VariantsProps {
  readonly product: Product;
}

/** The colours of a product's style, if there are several, and the sizes in the product's own colour. */
export function Variants({ product }: VariantsProps) {
  const colours = coloursOf(product);
  return (
    <>
      {product.colour && colours.length > 1 && (
        <Choice name={t.colour} value={product.colour.name} product={product} variants={colours}>
          {({ colour }) => (
            <>
              <svg aria-hidden="true" className={styles.swatch} viewBox="0 0 20 20">
                <circle cx="10" cy="10" r="9.5" fill={colour?.swatch} />
              </svg>
              {colour?.name}
            </>
          )}
        </Choice>
      )}
      <Choice name={t.size} value={product.size} product={product} variants={sizesOf(product)}>
        {({ size }) => size}
      </Choice>
    </>
  );
}
