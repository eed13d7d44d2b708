import type { Address, AddressFields } from './address.ts';
import { MAX_ADDRESSES } from './limits.ts';

const isSame = (one: AddressFields, other: AddressFields): boolean =>
  one.name === other.name &&
  one.houseNumber === other.houseNumber &&
  one.street === other.street &&
  one.city === other.city &&
  one.state === other.state &&
  one.pinCode === other.pinCode &&
  one.mobile === other.mobile;

/** The id of the next address that began as the sample: 'sample-2', 'sample-3' … */
function nextSampleId(addresses: readonly Address[], sample: Address): string {
  let number = 2;
  while (addresses.some(({ id }) => id === `${sample.id}-${number}`)) number += 1;
  return `${sample.id}-${number}`;
}

/**
 * The stored addresses, and those of an earlier version's browser that are not there yet: the newest, as
 * many as one shopper can have. Of several with one id the last counts. Every browser has the sample: as
 * long as the stored one was not changed, it gives way to what the browser made of it; one that two
 * browsers changed is there twice.
 */
export function takeOverAddresses(
  stored: readonly Address[],
  handedOver: readonly Address[],
  sample: Address,
): readonly Address[] {
  const isUntouched = (address: Address) => address.id === sample.id && isSame(address, sample);
  const offered = [...new Map(handedOver.map((address) => [address.id, address])).values()];
  const kept = stored.flatMap((address) =>
    isUntouched(address) ? (offered.find(({ id }) => id === sample.id) ?? []) : address,
  );
  const added = offered.flatMap((address) => {
    if (isUntouched(address)) return [];
    if (!kept.some(({ id }) => id === address.id)) return address;
    if (address.id !== sample.id || kept.some((each) => isSame(each, address))) return [];
    return { ...address, id: nextSampleId([...kept, ...offered], sample) };
  });
  const room = Math.max(0, MAX_ADDRESSES - kept.length);
  return [...kept, ...added.slice(Math.max(0, added.length - room))];
}
