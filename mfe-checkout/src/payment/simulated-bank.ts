import { createStoredValue } from '@patchwork/storage';

function parseReference(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('not a payment reference');
}

/**
 * The reference of one charge, by its payment's key. It is stored apart from the shop's own payments, as
 * at a real provider: the shop may not know of a charge that was made.
 */
const storedReference = (key: string) =>
  createStoredValue({
    name: `simulated-charge:${key}`,
    version: 1,
    scope: 'shop',
    parse: parseReference,
  });

/** Charges that the browser could not store. They are known until the page is closed. */
const unstored = new Map<string, string>();

/** The reference of the charge for this key; undefined where none was made. */
export const findCharge = (key: string): string | undefined =>
  storedReference(key).read() ?? unstored.get(key);

/** Charges a key and returns the charge's reference: the same one when it is called again. */
export function charge(key: string): string {
  const paid = findCharge(key);
  if (paid !== undefined) return paid;
  const reference = `sim_${crypto.randomUUID().slice(0, 8)}`;
  if (!storedReference(key).write(reference)) unstored.set(key, reference);
  return reference;
}
