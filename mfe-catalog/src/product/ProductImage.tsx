import { configurationAtom } from '@patchwork/shop';
import { imageAttributes, type ProductPicture } from '@patchwork/shop/domain';
import { useAtomValue } from 'jotai';
import styles from './ProductImage.module.css';

interface ProductImageProps {
  picture: Pick<ProductPicture, 'image' | 'sources'>;
  /** Width of the shown picture, in the syntax of HTML's `sizes`. */
  sizes: string;
  /** Whether the picture is on the first screen: it is then loaded before the others, and before scripts. */
  eager?: boolean | undefined;
  onLoad?: () => void;
}

/**
 * A picture from the API with the aspect ratio 4:5. Its space is reserved while it loads, and stays empty if the shop
 * may not show the picture. The alternative text is empty, because the title beside the picture describes it.
 */
export function ProductImage({ picture, sizes, eager = false, onLoad }: ProductImageProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  const files = imageAttributes(picture, knownImage, sizes);
  if (files.src === undefined) return <div className={styles.image} />;
  return (
    <img
      className={`picture ${styles.image}`}
      {...files}
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
