import { KnownImage } from '../../product/ProductImage.tsx';
import { ProductFrame } from './ProductView.tsx';

interface FirstWordsProps {
  title?: string;
  image?: string;
}

/**
 * A product in the HTML, before the page's scripts are there, and on the page until the product is loaded. The
 * server fills it, perhaps with an answer that is some minutes old: no price, and no stock.
 */
export const FirstWords = ({
  title = '{product.title}',
  image = '{product.image}',
}: FirstWordsProps) => <ProductFrame title={title} picture={<KnownImage src={image} eager />} />;
