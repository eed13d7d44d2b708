import { ProductListFrame } from './ProductListFrame.tsx';
import { Results } from './Results.tsx';

export const ProductListPage = () => (
  <ProductListFrame>
    <Results />
  </ProductListFrame>
);
