export const PIECES_OF_EACH = 1_000_000;

/** Returns a statement that adds products with ids such as 'shirt-7', of all kinds, prices and ratings. */
export const addProducts = (first: number, last: number): string => `
  insert into products (id, title, search_title, description, image, category, size, price,
    original_price, rating, reviews, stock, delivery_days, trending)
  select 'shirt-' || n, 'Shirt ' || n, 'shirt ' || n,
    'A shirt of linen and cotton, number ' || n || ', that is woven by hand and washed twice before it is sewn.',
    '/images/products/shirt-' || n || '.svg',
    (array['MEN', 'WOMEN', 'KIDS'])[1 + n % 3], (array['S', 'M', 'L', 'XXL'])[1 + n / 3 % 4],
    200 + n * 7919 % 3800, 4000, n % 51 / 10.0, '605', ${PIECES_OF_EACH}, 3, n % 10 = 0
  from generate_series(${first}, ${last}) as n`;
