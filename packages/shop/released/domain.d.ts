// 1.0.0
import * as v from "valibot"; type Result<T, E> = { readonly ok: true; readonly value: T; } | { readonly ok: false; readonly error: E; };
declare const ok: <T>(value: T) => Result<T, never>;
declare const err: <E>(error: E) => Result<never, E>;
declare const mapResult: <T, U, E>(result: Result<T, E>, change: (value: T) => U) => Result<U, E>;
declare const addressFieldsSchema: v.ObjectSchema<{ name: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; houseNumber: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; street: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; city: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; state: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; pinCode: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; mobile: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; }, undefined>;
declare const addressSchema: v.ObjectSchema<{ readonly name: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly houseNumber: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly street: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly city: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly state: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly pinCode: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; readonly mobile: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.NonEmptyAction<string, undefined>]>; }, undefined>;
type AddressFields = v.InferOutput<typeof addressFieldsSchema>;
type Address = Readonly<v.InferOutput<typeof addressSchema>>;
type AddressErrors = Partial<Record<keyof AddressFields, string>>;
declare function validateAddress(input: AddressFields): Result<AddressFields, AddressErrors>;
declare const categories: readonly ["MEN", "WOMEN", "KIDS"];
type Category = (typeof categories)[number];
declare const sizes: readonly ["S", "M", "L", "XL", "XXL"];
type Size = (typeof sizes)[number];
interface Product { readonly id: string; readonly title: string; readonly image: string; readonly description: string; readonly category: Category; readonly size: Size; readonly price: number; readonly originalPrice: number; readonly rating: number; readonly reviews: string; readonly inStock: boolean; readonly deliveryDays: number; readonly trending: boolean; }
interface CategoryInfo { readonly id: string; readonly category: Category; readonly name: string; readonly description: string; readonly image: string; }
interface LineItem { readonly product: Product; readonly quantity: number; }
type QuantityChange = 'increment' | 'decrement';
type Lines = readonly LineItem[];
declare const lineTotal: ({ product, quantity }: LineItem) => number;
declare const cartTotal: (lines: Lines) => number;
declare const findLine: (lines: Lines, productId: string) => LineItem | undefined;
declare const boundQuantity: (quantity: number) => number;
declare const stepQuantity: (quantity: number, change: QuantityChange) => number;
declare const demoAccount: { readonly email: string; readonly password: string; };
declare const ratingThresholds: readonly [4, 3, 2, 1];
declare const sortOrders: readonly ["LOWTOHIGH", "HIGHTOLOW"];
type MinRating = 0 | (typeof ratingThresholds)[number];
type SortOrder = (typeof sortOrders)[number];
interface Filters { readonly maxPrice: number; readonly categories: readonly Category[]; readonly sizes: readonly Size[]; readonly minRating: MinRating; readonly sortBy: '' | SortOrder; readonly search: string; }
type FilterConstraint = Exclude<keyof Filters, 'sortBy'>;
declare const defaultFilters: Filters;
declare const filterConstraints: readonly ["maxPrice", "categories", "sizes", "minRating", "search"];
declare const activeConstraints: (filters: Filters, defaults?: Filters) => FilterConstraint[];
declare function filterProducts(products: readonly Product[], filters: Filters): Product[];
declare global { interface PatchworkPages {} }
type PageName = keyof PatchworkPages;
type PlainPage = { [Page in PageName]: keyof PatchworkPages[Page] extends never ? Page : never }[PageName];
type PathTo = <Page extends PageName>(page: Page, ...parameters: Page extends PlainPage ? [] : [Readonly<PatchworkPages[Page]>]) => string;
type Access = 'open' | 'login' | 'visitor';
declare function redirectFor(access: Access, isLoggedIn: boolean): PlainPage | undefined;
declare const isOwnPath: (text: string) => boolean;
declare function imageAddress(text: string, origins: readonly string[]): string | undefined;
declare const MAX_ADDRESSES = 50;
declare const MAX_ORDER_LINES = 200;
declare const MAX_LINE_PIECES = 10;
declare const formatRupees: (amount: number) => string;
declare const toPaise: (amount: number) => number;
declare function splitName(name: string): { firstName: string; lastName: string; };
interface Bought { readonly lines: readonly LineItem[]; readonly total: number; readonly address: Address; }
interface Order extends Bought { readonly id: string; readonly placedAt: string; readonly paymentReference: string; }
declare const CHECKOUT_LIFETIME_MS: number;
interface Checkout extends Bought { readonly key: string; readonly status: 'open' | 'paid' | 'closed'; readonly openedAt: string; readonly expiresAt: string; readonly payment: { readonly provider: 'simulator' | 'razorpay'; readonly orderId: string; readonly keyId?: string; }; }
declare const instantSchema: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>, v.RegexAction<string, undefined>]>;
declare function priceTexts(product: Pick<Product, 'price' | 'originalPrice'>): { now: string; reduction: { was: string; off: string; } | undefined; };
declare const PAGE_SIZE = 60;
declare const COUNTED_PRODUCTS_LIMIT = 500;
interface PageEnd { readonly price: number; readonly position: number; }
interface ProductQuery { readonly filters: Filters; readonly priceLimit: number; readonly limit: number; readonly after?: PageEnd | undefined; }
interface EmptyListExplanation { readonly mostRestrictive: FilterConstraint | undefined; readonly cheapestAbove: Product | undefined; }
interface ProductPage { readonly products: readonly Product[]; readonly listed?: number; readonly next: PageEnd | undefined; readonly explanation?: EmptyListExplanation; }
declare const formatPageEnd: ({ price, position }: PageEnd) => string;
declare function parsePageEnd(text: string): PageEnd | undefined;
declare const defaultsOf: ({ priceLimit }: ProductQuery) => Filters;
declare function queryProducts(products: readonly Product[], query: ProductQuery): ProductPage;
type QuoteNotice = { readonly productId: string; readonly title: string; } & ({ readonly kind: 'price'; readonly from: number; readonly to: number; } | { readonly kind: 'removed'; } | { readonly kind: 'outOfStock'; });
interface Quote { readonly lines: readonly LineItem[]; readonly total: number; readonly notices: readonly QuoteNotice[]; }
declare function quoteCart(cart: readonly LineItem[], catalogue: readonly Product[]): Quote;
declare const isSellable: ({ lines, notices }: Quote) => boolean;
declare function isSameQuote(one: Quote, other: Quote): boolean;
interface SeenLine { readonly productId: string; readonly quantity: number; readonly price: number; }
type CheckoutFault = 'cartEmpty' | 'notForSale' | 'cartChanged' | 'tooManyPieces';
declare function priceCheckout(cart: readonly LineItem[], catalogue: readonly Product[], seen: readonly SeenLine[]): Result<Quote, CheckoutFault>;
declare const relaxFilter: (filters: Filters, constraint: FilterConstraint, defaults?: Filters) => Filters;
declare const mostRestrictiveFilter: (products: readonly Product[], filters: Filters, defaults?: Filters) => FilterConstraint | undefined;
declare function cheapestAboveLimit(products: readonly Product[], filters: Filters, defaults?: Filters): Product | undefined;
interface User { readonly name: string; readonly firstName: string; readonly lastName: string; readonly email: string; }
interface Session { readonly token: string; readonly user: User; }
declare const sampleAddress: ({ name, email }: Pick<User, "name" | "email">) => Address;
declare const productSchema: v.ObjectSchema<{ readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.NonEmptyAction<string, undefined>]>; readonly title: v.StringSchema<undefined>; readonly image: v.StringSchema<undefined>; readonly description: v.StringSchema<undefined>; readonly category: v.PicklistSchema<readonly ["MEN", "WOMEN", "KIDS"], undefined>; readonly size: v.PicklistSchema<readonly ["S", "M", "L", "XL", "XXL"], undefined>; readonly price: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>; readonly originalPrice: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>; readonly rating: v.NumberSchema<undefined>; readonly reviews: v.StringSchema<undefined>; readonly inStock: v.BooleanSchema<undefined>; readonly deliveryDays: v.NumberSchema<undefined>; readonly trending: v.BooleanSchema<undefined>; }, undefined>;
declare const lineItemSchema: v.ObjectSchema<{ readonly product: v.ObjectSchema<{ readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.NonEmptyAction<string, undefined>]>; readonly title: v.StringSchema<undefined>; readonly image: v.StringSchema<undefined>; readonly description: v.StringSchema<undefined>; readonly category: v.PicklistSchema<readonly ["MEN", "WOMEN", "KIDS"], undefined>; readonly size: v.PicklistSchema<readonly ["S", "M", "L", "XL", "XXL"], undefined>; readonly price: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>; readonly originalPrice: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 0, undefined>]>; readonly rating: v.NumberSchema<undefined>; readonly reviews: v.StringSchema<undefined>; readonly inStock: v.BooleanSchema<undefined>; readonly deliveryDays: v.NumberSchema<undefined>; readonly trending: v.BooleanSchema<undefined>; }, undefined>; readonly quantity: v.SchemaWithPipe<readonly [v.NumberSchema<undefined>, v.IntegerAction<number, undefined>, v.MinValueAction<number, 1, undefined>]>; }, undefined>;
declare function timestamp(date: Date): string;
declare const isWished: (wishlist: readonly Product[], productId: string) => boolean;
export { type Address, type AddressErrors, type AddressFields, CHECKOUT_LIFETIME_MS, COUNTED_PRODUCTS_LIMIT, type Category, type CategoryInfo, type Checkout, type CheckoutFault, type EmptyListExplanation, type FilterConstraint, type Filters, type LineItem, MAX_ADDRESSES, MAX_LINE_PIECES, MAX_ORDER_LINES, type MinRating, type Order, PAGE_SIZE, type PageEnd, type PageName, type PathTo, type PlainPage, type Product, type ProductPage, type ProductQuery, type QuantityChange, type Quote, type QuoteNotice, type Result, type SeenLine, type Session, type Size, type SortOrder, type User, activeConstraints, addressSchema, boundQuantity, cartTotal, categories, cheapestAboveLimit, defaultFilters, defaultsOf, demoAccount, err, filterConstraints, filterProducts, findLine, formatPageEnd, formatRupees, imageAddress, instantSchema, isOwnPath, isSameQuote, isSellable, isWished, lineItemSchema, lineTotal, mapResult, mostRestrictiveFilter, ok, parsePageEnd, priceCheckout, priceTexts, productSchema, queryProducts, quoteCart, ratingThresholds, redirectFor, relaxFilter, sampleAddress, sizes, sortOrders, splitName, stepQuantity, timestamp, toPaise, validateAddress };
