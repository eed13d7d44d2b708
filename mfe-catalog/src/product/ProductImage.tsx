import { knownImageAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import styles from './ProductImage.module.css';

interface ProductImageProps {
  src: string;
  /** In the first screen: loaded before the others, and before scripts. */
  eager?: boolean;
}

/** A 4 by 5 picture. Its space is reserved while it loads; the title beside it describes it. */
export function ProductImage({ src, eager = false }: ProductImageProps) {
  const knownImage = useAtomValue(knownImageAtom);
  return (
    <img
      className={styles.image}
      // Without a picture that the shop may show, the space stays empty.
      src={knownImage(src)}
      alt=""
      width={800}
      height={1000}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
