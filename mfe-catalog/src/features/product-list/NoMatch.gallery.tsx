import { aProduct } from '@patchwork/kit/testing/samples';
import { defaultFilters } from '@patchwork/shop/domain';
import { NoMatch } from './NoMatch.tsx';

export const NoProducts = () => (
  <NoMatch
    filters={defaultFilters}
    explanation={{ mostRestrictive: undefined, relaxations: [], cheapestAbove: undefined }}
  />
);

export const NothingSimilar = () => (
  <NoMatch
    filters={{ ...defaultFilters, search: 'zari' }}
    corrected=""
    explanation={{
      mostRestrictive: 'search',
      relaxations: [{ constraint: 'search', listed: 14 }],
      cheapestAbove: undefined,
    }}
  />
);

export const EverythingAboveThePriceLimit = () => (
  <NoMatch
    filters={defaultFilters}
    explanation={{
      mostRestrictive: undefined,
      relaxations: [],
      cheapestAbove: aProduct({ title: 'Silk Coat', price: 6500 }),
    }}
  />
);

export const SeveralFiltersTogether = () => (
  <NoMatch
    filters={{ ...defaultFilters, maxPrice: 500, sizes: ['XL'], search: 'kurta' }}
    explanation={{
      mostRestrictive: 'sizes',
      relaxations: [],
      cheapestAbove: undefined,
    }}
  />
);
