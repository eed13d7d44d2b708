import { KnownImage } from '../../product/ProductImage.tsx';
import { ProductFrame } from './ProductFrame.tsx';

/**
 * What the HTML shows of a product before the page's scripts are there. The server fills it, perhaps with
 * an answer that is some minutes old: no price, and no stock.
 */
export const FirstWords = () => (
  <ProductFrame title="{product.title}" picture={<KnownImage src="{page.image}" eager />} />
);
