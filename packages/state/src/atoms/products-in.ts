import type { ApiError } from '@patchwork/api';
import { type Category, defaultFilters, type Product } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { type Load, unwrap } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import { productsAtom, queriesCatalogueAtom } from './catalogue.ts';
import { maxPriceAtom } from './filters.ts';

/** Enough to choose a few from, of which some are out of stock or in the cart. */
const LIMIT = 24;

function createQueriedAtom(categories: readonly Category[]) {
  return atomWithQuery<Product[], ApiError>((get) => ({
    queryKey: ['products-in', ...categories],
    async queryFn({ signal }) {
      const { api } = get(servicesAtom);
      const priceLimit = get(maxPriceAtom);
      async function findIn(chosen: readonly Category[]) {
        const filters = { ...defaultFilters, maxPrice: priceLimit, categories: chosen };
        const query = { filters, priceLimit, limit: LIMIT };
        return unwrap(await api.queryProducts({ query }, { signal }));
      }
      const { products, next } = await findIn(categories);
      if (next || categories.length === 0) return products;
      const ids = new Set(products.map(({ id }) => id));
      const { products: others } = await findIn([]);
      return [...products, ...others.filter(({ id }) => !ids.has(id))];
    },
  }));
}

const atoms = new Map<string, Atom<Load<Product[]>>>();

function createAtom(categories: readonly Category[]): Atom<Load<Product[]>> {
  const queriedAtom = createQueriedAtom(categories);
  return atom((get) => get(get(queriesCatalogueAtom) ? queriedAtom : productsAtom));
}

/**
 * Some products to recommend from: of these categories, and others where these have few. The same atom for the
 * same categories. Where the catalogue is not queried, all products, which are loaded anyway.
 */
export function productsInAtom(categories: readonly Category[]): Atom<Load<Product[]>> {
  const chosen = [...new Set(categories)].sort();
  const key = chosen.join();
  const known = atoms.get(key) ?? createAtom(chosen);
  atoms.set(key, known);
  return known;
}
