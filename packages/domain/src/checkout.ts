import type { Address } from './address.ts';
import { err, ok, type Result } from './result.ts';

/** An order needs a chosen address that still exists; else the product's warning, spelling included. */
export function chooseDelivery(
  addresses: readonly Address[],
  selectedId: string | undefined,
): Result<Address, string> {
  const selected = addresses.find(({ id }) => id === selectedId);
  return selected ? ok(selected) : err('Please select adress!');
}
