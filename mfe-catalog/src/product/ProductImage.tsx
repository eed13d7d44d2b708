import { configurationAtom } from '@patchwork/shop';
import { imageAttributes, type ProductPicture } from '@patchwork/shop/domain';
import { Picture } from '@patchwork/shop/ui';
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
 * A picture from the API with the aspect ratio 4:5. Its space is reserved while it loads, and stays empty if it can't
 * be shown. The alternative text is empty, because the title beside the picture describes it.
 */
export function ProductImage({ picture, sizes, eager = false, onLoad }: ProductImageProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  return (
    <Picture
      className={`picture ${styles.image}`}
      {...imageAttributes(picture, knownImage, sizes)}
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
