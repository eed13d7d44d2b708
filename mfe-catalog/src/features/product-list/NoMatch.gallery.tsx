import { aProduct } from '@patchwork/kit/testing/samples';
import { defaultFilters } from '@patchwork/shop/domain';
import { NoMatch } from './NoMatch.tsx';

export const NoProducts = () => (
  <NoMatch
    filters={defaultFilters}
    explanation={{ mostRestrictive: undefined, cheapestAbove: undefined }}
  />
);

export const NothingSimilar = () => (
  <NoMatch
    filters={{ ...defaultFilters, search: 'zari' }}
    corrected=""
    explanation={{ mostRestrictive: 'search', cheapestAbove: undefined }}
  />
);

export const EverythingAboveThePriceLimit = () => (
  <NoMatch
    filters={defaultFilters}
    explanation={{
      mostRestrictive: undefined,
      cheapestAbove: aProduct({ title: 'Silk Coat', price: 6500 }),
    }}
  />
);
