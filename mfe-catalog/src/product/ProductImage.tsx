import { configurationAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import styles from './ProductImage.module.css';

interface KnownImageProps {
  src: string | undefined;
  /** In the first screen: loaded before the others, and before scripts. */
  eager?: boolean | undefined;
}

interface ProductImageProps extends KnownImageProps {
  src: string;
}

/**
 * A 4 by 5 picture that the shop may show, or the space for one. It is reserved while the picture loads; the title
 * beside it describes it.
 */
export const KnownImage = ({ src, eager = false }: KnownImageProps) =>
  src === undefined ? (
    <div className={styles.image} />
  ) : (
    <img
      className={styles.image}
      src={src}
      alt=""
      width={800}
      height={1000}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );

/** The picture at an address of the API. Where the shop may not show it, the space stays empty. */
export function ProductImage({ src, eager }: ProductImageProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  return <KnownImage src={knownImage(src)} eager={eager} />;
}
