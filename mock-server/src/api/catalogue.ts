import { encodeProductPage, encodeSiblings, encodeTerms, shopperEndpoints } from '@patchwork/api';
import { catalogueRefusals } from '@patchwork/api/catalogue-refusals';
import {
  err,
  MAX_TRENDING,
  ok,
  oneOfEachStyle,
  type Product,
  queryProducts,
  type Serviceability,
  serviceabilityOf,
  withSiblings,
} from '@patchwork/domain';
import * as v from 'valibot';
import type { MockSettings } from '../control/control.ts';
import type { ProductRow } from '../data/rows.ts';
import type { Handlers } from './handler.ts';

/** Days after delivery in which a return can be requested. */
export const RETURN_DAYS = 14;

/** Parsed products, with their siblings, by list of rows. Rows are immutable, so each list is parsed once. */
const parsedLists = new WeakMap<readonly ProductRow[], readonly Product[]>();

function parseRows(rows: readonly ProductRow[]): readonly Product[] {
  const known = parsedLists.get(rows);
  if (known) return known;
  const { products: parsed } = v.parse(shopperEndpoints.listProducts.response, {
    products: [...rows],
  });
  const products = withSiblings(parsed);
  parsedLists.set(rows, products);
  return products;
}

/** Looks up a PIN code in the settings' table, if they have one. */
export const findPin = (
  pin: string,
  { pinCodes = {}, cashOnDelivery }: MockSettings,
): Serviceability =>
  serviceabilityOf(pin, Object.keys(pinCodes).length > 0 ? pinCodes[pin] : null, cashOnDelivery);
/** Returns a row with its siblings. */
function withSiblingsOf(row: ProductRow, rows: readonly ProductRow[]) {
  if (row.style === undefined) return row;
  const siblings = parseRows(rows).find(({ id }) => id === row._id)?.siblings;
  return siblings ? { ...row, ...encodeSiblings(row._id, siblings) } : row;
}

function trendingRows(rows: readonly ProductRow[]) {
  const trending = rows.filter((row) => row.trending);
  if (!trending.some(({ style }) => style !== undefined)) return trending.slice(0, MAX_TRENDING);
  const ids = new Set(
    oneOfEachStyle(parseRows(rows).filter((each) => each.trending)).map(({ id }) => id),
  );
  return trending
    .filter(({ _id }) => ids.has(_id))
    .slice(0, MAX_TRENDING)
    .map((row) => withSiblingsOf(row, rows));
}

export const catalogueHandlers = {
  listCategories: ({ data }) => ok({ categories: [...data.categories] }),
  getCategory: ({ params, data }) => {
    const category = data.categories.find(({ _id }) => _id === params.categoryId);
    return category ? ok({ category }) : err(catalogueRefusals.categoryUnknown);
  },
  listProducts: ({ data }) => ok({ products: [...data.products] }),
  queryProducts: ({ query, data }) =>
    ok(encodeProductPage(queryProducts(parseRows(data.products), query))),
  listTrending: ({ data }) => ok({ products: trendingRows(data.products) }),
  getProduct: ({ params, data, settings: { pinCodes = {} } }) => {
    const product = data.products.find(({ _id }) => _id === params.productId);
    if (!product) return err(catalogueRefusals.productUnknown);
    const days = Object.values(pinCodes).map((entry) => entry.days);
    return ok({
      product: withSiblingsOf(product, data.products),
      terms: encodeTerms(product, {
        returnDays: RETURN_DAYS,
        pinDays: days.length > 0 ? days : undefined,
      }),
    });
  },
  getStockAlertOffer: () => ok({ isOffered: true }),
  checkServiceability: ({ query, settings }) => ok(findPin(query.pin, settings)),
} satisfies Partial<Handlers>;
