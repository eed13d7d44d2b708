import { type Address, err, ok, type Result } from '@patchwork/shop/domain';

/** Returns the chosen address where it still exists, else the product's warning, spelling included. */
export function chooseDelivery(
  addresses: readonly Address[],
  selectedId: string | undefined,
): Result<Address, string> {
  const selected = addresses.find(({ id }) => id === selectedId);
  return selected ? ok(selected) : err('Please select adress!');
}
