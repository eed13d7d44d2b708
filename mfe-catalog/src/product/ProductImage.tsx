import { configurationAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import styles from './ProductImage.module.css';

interface ProductImageProps {
  src: string;
  /** In the first screen: loaded before the others, and before scripts. */
  eager?: boolean | undefined;
}

/**
 * The 4 by 5 picture at an address of the API; its space stays empty where the shop may not show it. The space is
 * reserved while the picture loads; the title beside it describes it.
 */
export function ProductImage({ src, eager = false }: ProductImageProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  const known = knownImage(src);
  if (known === undefined) return <div className={styles.image} />;
  return (
    <img
      className={styles.image}
      src={known}
      alt=""
      width={800}
      height={1000}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
