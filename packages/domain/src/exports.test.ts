import { expect, test } from 'vitest';
import * as domain from './index.ts';

// Each piece bundles its own copy; the list shows what a change adds or takes away.
test('the package exports these names', () => {
  expect(Object.keys(domain).sort()).toMatchInlineSnapshot(`
    [
      "activeConstraints",
      "addLine",
      "addWish",
      "addressSchema",
      "cartTotal",
      "categories",
      "changeLine",
      "cheapestAboveLimit",
      "chooseDelivery",
      "defaultFilters",
      "demoAccount",
      "err",
      "filterProducts",
      "filtersToSearchParams",
      "findLine",
      "formatRupees",
      "isSameQuote",
      "isSellable",
      "isWished",
      "lineItemSchema",
      "lineTotal",
      "mapResult",
      "mostRestrictiveFilter",
      "ok",
      "orderSchema",
      "parseRequestBody",
      "pendingPaymentSchema",
      "priceTexts",
      "productSchema",
      "quoteCart",
      "ratingThresholds",
      "recordOrder",
      "relaxFilter",
      "removeLine",
      "removeWish",
      "searchParamsToFilters",
      "sizes",
      "sortOrders",
      "toPaise",
      "toggleCategory",
      "toggleSize",
      "validateAddress",
      "validateLogin",
      "validateSignup",
    ]
  `);
});
