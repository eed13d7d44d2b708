/**
 * Path of the call that loads the whole catalogue. It has its own file, so that the page's inline script doesn't bundle
 * the endpoint table.
 */
export const PRODUCTS_PATH = '/api/products';
