/**
 * Path of the call that every visit begins with. In a file of its own, so that the page's inline script doesn't bundle
 * the endpoint table.
 */
export const PRODUCTS_PATH = '/api/products';
