export function countProducts(count: number): string {
  if (count === 0) return 'No products';
  return count === 1 ? '1 product' : `${count} products`;
}
