/** The calls that every visit begins with. Apart from the table, so that the page's inline script stays small. */
export const PRODUCTS_PATH = '/api/products';
export const CATEGORIES_PATH = '/api/categories';
