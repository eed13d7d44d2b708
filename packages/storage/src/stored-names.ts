/**
 * Every name under which something is stored in the browser, and who shares it. docs/privacy.md says what
 * each one holds and when it is erased.
 */
export const storedNames = {
  bucket: 'shop',
  cart: 'shopper',
  'devtools-boundaries': 'tab',
  'devtools-height': 'tab',
  'devtools-open': 'tab',
  'devtools-tab': 'tab',
  'evaluated-version': 'shop',
  'failed-versions': 'shop',
  lease: 'shopper',
  'mock-state': 'tab',
  'mock-users': 'shop',
  'placed-order': 'tab',
  'remote-changes': 'tab',
  'shopper-data-changed': 'shop',
  'tester-draft': 'tab',
  'tester-history': 'shop',
  user: 'shop',
  wishlist: 'shopper',
} as const satisfies Record<string, 'shop' | 'tab' | 'shopper'>;

export type StoredName = keyof typeof storedNames;

type NamesIn<Scope> = {
  [Name in StoredName]: (typeof storedNames)[Name] extends Scope ? Name : never;
}[StoredName];

/** The names of what each shopper has. */
export type ShopperName = NamesIn<'shopper'>;

/** The names of what one tab has. */
export type TabName = NamesIn<'tab'>;
