import { filtersToSearchParams } from '../../state/filter-url.ts';
import type { ProductList } from '../../state/product-list.ts';

/** The same for two lists of the same filters, which are another object after each navigation. */
export const queryOf = ({ filters }: Pick<ProductList, 'filters'>): string =>
  filtersToSearchParams(filters).toString();
