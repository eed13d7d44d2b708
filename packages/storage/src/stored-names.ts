declare global {
  /**
   * Names under which something is stored in the browser, each with its scope. A remote declares its names in
   * remote.json, and the generated shop.d.ts adds them here; a shared package adds its own beside its code.
   * docs/privacy.md says what each one holds and when it is erased.
   */
  interface PatchworkStores {}
}

type NamesIn<Scope> = {
  [Name in keyof PatchworkStores]: PatchworkStores[Name] extends Scope ? Name : never;
}[keyof PatchworkStores];

/** Names of values that each shopper has. */
export type ShopperName = NamesIn<'shopper'>;

/** Names of values that one tab has. */
export type TabName = NamesIn<'tab'>;

/** Names of values that everyone in this browser shares. */
export type ShopName = NamesIn<'shop'>;
