import { encodeProductPage, shopperEndpoints } from '@patchwork/api';
import { catalogueRefusals } from '@patchwork/api/catalogue-refusals';
import {
  err,
  MAX_TRENDING,
  ok,
  type Product,
  queryProducts,
  type Serviceability,
  serviceabilityOf,
} from '@patchwork/domain';
import * as v from 'valibot';
import type { MockSettings } from '../control/control.ts';
import type { ProductRow } from '../data/rows.ts';
import type { Handlers } from './handler.ts';

/** Parsed products by list of rows. Rows are immutable, so each list is parsed once. */
const parsedLists = new WeakMap<readonly ProductRow[], readonly Product[]>();

function parseRows(rows: readonly ProductRow[]): readonly Product[] {
  const known = parsedLists.get(rows);
  if (known) return known;
  const { products } = v.parse(shopperEndpoints.listProducts.response, { products: [...rows] });
  parsedLists.set(rows, products);
  return products;
}

/** Looks up a PIN code in the settings' table, if they have one. */
export const findPin = (
  pin: string,
  { pinCodes = {}, cashOnDelivery }: MockSettings,
): Serviceability =>
  serviceabilityOf(pin, Object.keys(pinCodes).length > 0 ? pinCodes[pin] : null, cashOnDelivery);

export const catalogueHandlers = {
  listCategories: ({ data }) => ok({ categories: [...data.categories] }),
  getCategory: ({ params, data }) => {
    const category = data.categories.find(({ _id }) => _id === params.categoryId);
    return category ? ok({ category }) : err(catalogueRefusals.categoryUnknown);
  },
  listProducts: ({ data }) => ok({ products: [...data.products] }),
  queryProducts: ({ query, data }) =>
    ok(encodeProductPage(queryProducts(parseRows(data.products), query))),
  listTrending: ({ data }) =>
    ok({ products: data.products.filter(({ trending }) => trending).slice(0, MAX_TRENDING) }),
  getProduct: ({ params, data }) => {
    const product = data.products.find(({ _id }) => _id === params.productId);
    return product ? ok({ product }) : err(catalogueRefusals.productUnknown);
  },
  checkServiceability: ({ query, settings }) => ok(findPin(query.pin, settings)),
} satisfies Partial<Handlers>;
