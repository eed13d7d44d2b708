import { configurationAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import styles from './ProductImage.module.css';

interface ProductImageProps {
  src: string;
  /** Whether it is on the first screen: it is then loaded before the others, and before scripts. */
  eager?: boolean | undefined;
  onLoad?: () => void;
}

/**
 * The 4 by 5 picture at an address from the API. Its space is reserved while it loads, and stays empty if the shop
 * may not show the picture. The title beside it describes it.
 */
export function ProductImage({ src, eager = false, onLoad }: ProductImageProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  const known = knownImage(src);
  if (known === undefined) return <div className={styles.image} />;
  return (
    <img
      className={`picture ${styles.image}`}
      src={known}
      alt=""
      width={800}
      height={1000}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onLoad={onLoad}
    />
  );
}
