import { filtersToSearchParams } from '@patchwork/domain';
import type { ProductList } from '@patchwork/state';

/** The same for two lists of the same filters, which are another object after each navigation. */
export const queryOf = ({ filters }: Pick<ProductList, 'filters'>): string =>
  filtersToSearchParams(filters).toString();
