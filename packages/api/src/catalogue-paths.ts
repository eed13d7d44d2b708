/**
 * Path of the call that every visit begins with. It is apart from the table, so that the page's inline script stays
 * small.
 */
export const PRODUCTS_PATH = '/api/products';
