import type { Address, AddressFields } from './address.ts';

const isSame = (one: AddressFields, other: AddressFields): boolean =>
  one.name === other.name &&
  one.houseNumber === other.houseNumber &&
  one.street === other.street &&
  one.city === other.city &&
  one.state === other.state &&
  one.pinCode === other.pinCode &&
  one.mobile === other.mobile;

/**
 * The stored addresses, and those of an earlier version's browser whose ids are not there yet. The
 * sample, as long as the shopper has not changed it, gives way to what the browser made of it.
 */
export function takeOverAddresses(
  stored: readonly Address[],
  handedOver: readonly Address[],
  sample: Address,
): readonly Address[] {
  const kept = stored.flatMap((address) => {
    const isUntouched = address.id === sample.id && isSame(address, sample);
    return isUntouched ? (handedOver.find(({ id }) => id === sample.id) ?? []) : address;
  });
  const ids = new Set(kept.map(({ id }) => id));
  return [...kept, ...handedOver.filter(({ id }) => !ids.has(id))];
}
