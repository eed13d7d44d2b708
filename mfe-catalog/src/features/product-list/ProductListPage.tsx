import { useKeptFilters } from '../../useKeptFilters.ts';
import { ProductListFrame } from './ProductListFrame.tsx';
import { Results } from './Results.tsx';

export function ProductListPage() {
  useKeptFilters();
  return (
    <ProductListFrame>
      <Results />
    </ProductListFrame>
  );
}
