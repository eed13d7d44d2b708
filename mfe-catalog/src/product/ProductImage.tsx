import styles from './ProductImage.module.css';

interface ProductImageProps {
  src: string;
  /** The first picture of a page comes before the rest. */
  eager?: boolean;
}

/** A 4 by 5 picture whose room is kept. The title beside it says what it shows. */
export function ProductImage({ src, eager = false }: ProductImageProps) {
  return (
    <img
      className={styles.image}
      src={src}
      alt=""
      width={800}
      height={1000}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
