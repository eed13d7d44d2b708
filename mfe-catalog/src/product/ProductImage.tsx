import styles from './ProductImage.module.css';

interface ProductImageProps {
  src: string;
  /** In the first screen: loaded before the others, and before scripts. */
  eager?: boolean;
}

/** A 4 by 5 picture. Its space is reserved while it loads; the title beside it describes it. */
export function ProductImage({ src, eager = false }: ProductImageProps) {
  return (
    <img
      className={styles.image}
      // Without a picture the space stays empty.
      src={src || undefined}
      alt=""
      width={800}
      height={1000}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
