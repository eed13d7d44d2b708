/*
 * The simulator's bank: which keys it was paid for. It is kept apart from the shop's own memory, as a
 * real provider's books would be, so that an answer can get lost between the two.
 */
const shelf = 'patchwork:simulated-bank';

type Books = Readonly<Record<string, string>>;

const isBooks = (value: unknown): value is Books =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((reference) => typeof reference === 'string');

let inMemory: Books = {};

function readBooks(): Books {
  try {
    const books: unknown = JSON.parse(localStorage.getItem(shelf) ?? '{}');
    return isBooks(books) ? { ...inMemory, ...books } : inMemory;
  } catch {
    return inMemory;
  }
}

/** Whether this key was paid, and under what name. */
export function findPayment(key: string): string | undefined {
  const books = readBooks();
  return Object.hasOwn(books, key) ? books[key] : undefined;
}

/** Charges a key once; asked again, it gives back the same reference. */
export function charge(key: string): string {
  const paid = findPayment(key);
  if (paid !== undefined) return paid;
  const reference = `sim_${crypto.randomUUID().slice(0, 8)}`;
  inMemory = { ...readBooks(), [key]: reference };
  try {
    localStorage.setItem(shelf, JSON.stringify(inMemory));
  } catch {
    // Full or forbidden: the books last as long as the page.
  }
  return reference;
}
