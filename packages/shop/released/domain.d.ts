// 1.0.0
import * as v from "valibot"; type Result<T, E> = { readonly ok: true; readonly value: T; } | { readonly ok: false; readonly error: E; };
declare const ok: <T>(value: T) => Result<T, never>;
declare const err: <E>(error: E) => Result<never, E>;
declare const mapResult: <T, U, E>(result: Result<T, E>, change: (value: T) => U) => Result<U, E>;
interface User { readonly name: string; readonly firstName: string; readonly lastName: string; readonly email: string; }
interface Session { readonly token: string; readonly user: User; }
declare const demoAccount: { readonly email: string; readonly password: string; };
declare const addressFieldsSchema: v.ObjectSchema<{ readonly name: v.SchemaWithPipe<readonly [v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>, v.MaxLengthAction<string, number, `Please enter at most ${number} characters.`>]>; readonly houseNumber: v.SchemaWithPipe<readonly [v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>, v.MaxLengthAction<string, number, `Please enter at most ${number} characters.`>]>; readonly street: v.SchemaWithPipe<readonly [v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>, v.MaxLengthAction<string, number, `Please enter at most ${number} characters.`>]>; readonly city: v.SchemaWithPipe<readonly [v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>, v.MaxLengthAction<string, number, `Please enter at most ${number} characters.`>]>; readonly state: v.SchemaWithPipe<readonly [v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>, v.MaxLengthAction<string, number, `Please enter at most ${number} characters.`>]>; readonly pinCode: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; readonly mobile: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; }, undefined>;
declare const addressSchema: v.ObjectSchema<{ readonly name: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly houseNumber: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly street: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly city: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly state: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly pinCode: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; readonly mobile: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.NonEmptyAction<string, undefined>]>; }, undefined>;
type AddressFields = v.InferOutput<typeof addressFieldsSchema>;
type Address = Readonly<v.InferOutput<typeof addressSchema>>;
type AddressErrors = Partial<Record<keyof AddressFields, string>>;
declare function validateAddress(input: AddressFields): Result<AddressFields, AddressErrors>;
declare const categories: readonly ["MEN", "WOMEN", "KIDS"];
type Category = (typeof categories)[number];
declare const sizes: readonly ["S", "M", "L", "XL", "XXL"];
type Size = (typeof sizes)[number];
interface PictureSource { readonly image: string; readonly width: number; }
interface ProductPicture { readonly image: string; readonly sources?: readonly PictureSource[] | undefined; readonly alt: string; }
interface Product { readonly id: string; readonly title: string; readonly image: string; readonly sources?: readonly PictureSource[] | undefined; readonly pictures?: readonly ProductPicture[] | undefined; readonly description: string; readonly category: Category; readonly size: Size; readonly price: number; readonly originalPrice: number; readonly rating: number; readonly reviews: string; readonly inStock: boolean; readonly deliveryDays: number; readonly trending: boolean; readonly care?: string | undefined; }
interface CategoryInfo { readonly id: string; readonly category: Category; readonly name: string; readonly description: string; readonly image: string; }
interface LineItem { readonly product: Product; readonly quantity: number; }
type QuantityChange = 'increment' | 'decrement';
type Lines = readonly LineItem[];
declare const lineTotal: ({ product, quantity }: LineItem) => number;
declare const cartTotal: (lines: Lines) => number;
declare const findLine: (lines: Lines, productId: string) => LineItem | undefined;
declare const stepQuantity: (quantity: number, change: QuantityChange) => number;
declare const isWished: (wishlist: readonly Product[], productId: string) => boolean;
declare const LONGEST_DAY = "Wednesday, 30 September";
declare function formatDeliveryDay(days: number, today: Date): string | undefined;
declare const ratingThresholds: readonly [4, 3, 2, 1];
declare const sortOrders: readonly ["LOWTOHIGH", "HIGHTOLOW"];
type MinRating = 0 | (typeof ratingThresholds)[number];
type SortOrder = (typeof sortOrders)[number];
interface Filters { readonly maxPrice: number; readonly categories: readonly Category[]; readonly sizes: readonly Size[]; readonly minRating: MinRating; readonly sortBy: '' | SortOrder; readonly search: string; }
type FilterConstraint = Exclude<keyof Filters, 'sortBy'>;
declare const defaultFilters: Filters;
declare const activeConstraints: (filters: Filters, defaults?: Filters) => FilterConstraint[];
declare function filterProducts(products: readonly Product[], filters: Filters): Product[];
interface ImageAttributes { readonly src: string | undefined; readonly srcSet?: string; readonly sizes?: string; }
declare function imageAttributes({ image, sources }: Pick<ProductPicture, 'image' | 'sources'>, knownImage: (address: string) => string | undefined, sizes: string): ImageAttributes;
declare const MAX_LENGTH: { readonly email: 254; readonly password: 1000; readonly name: 200; readonly houseNumber: 100; readonly street: 200; readonly city: 100; readonly state: 100; readonly search: 200; readonly reason: 500; readonly carrier: 200; readonly url: 500; readonly id: 200; readonly profile: 2000; };
interface Bought { readonly lines: readonly LineItem[]; readonly total: number; readonly address: Address; }
type OrderEvent = { readonly at: string; } & ({ readonly type: 'packed'; } | { readonly type: 'shipped'; readonly carrier: string; readonly trackingUrl?: string; } | { readonly type: 'delivered'; } | { readonly type: 'cancelled'; readonly products: readonly string[]; } | { readonly type: 'returnAsked'; readonly products: readonly string[]; readonly reason: string; } | { readonly type: 'returnAccepted'; readonly products: readonly string[]; } | { readonly type: 'returnDeclined'; readonly products: readonly string[]; readonly reason: string; } | { readonly type: 'refundGranted'; readonly products: readonly string[]; readonly reason: string; } | { readonly type: 'refunded'; readonly cause: number; readonly amount: number; });
interface Order extends Bought { readonly id: string; readonly number: string; readonly placedAt: string; readonly paymentReference: string; readonly events: readonly OrderEvent[]; readonly returnUntil: string | null; }
interface Checkout extends Bought { readonly key: string; readonly status: 'open' | 'paid' | 'closed'; readonly openedAt: string; readonly expiresAt: string; readonly payment: { readonly provider: 'simulator' | 'razorpay'; readonly orderId: string; readonly keyId?: string; }; }
type OrderStatus = 'placed' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'refunded';
type LineState = 'bought' | 'cancelled' | 'returnAsked' | 'returned' | 'returnDeclined' | 'refundGranted';
type OrderLife = Pick<Order, 'lines' | 'total' | 'events'>;
declare function lineState({ events }: Pick<OrderLife, 'events'>, productId: string): LineState;
declare const findEvent: <TType extends OrderEvent["type"]>({ events }: Pick<OrderLife, "events">, type: TType) => Extract<{ readonly at: string; } & { readonly type: "packed"; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "shipped"; readonly carrier: string; readonly trackingUrl?: string; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "delivered"; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "cancelled"; readonly products: readonly string[]; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "returnAsked"; readonly products: readonly string[]; readonly reason: string; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "returnAccepted"; readonly products: readonly string[]; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "returnDeclined"; readonly products: readonly string[]; readonly reason: string; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "refundGranted"; readonly products: readonly string[]; readonly reason: string; }, { readonly type: TType; }> | Extract<{ readonly at: string; } & { readonly type: "refunded"; readonly cause: number; readonly amount: number; }, { readonly type: TType; }> | undefined;
declare const refundedAmount: ({ events }: Pick<OrderLife, "events">) => number;
declare function orderStatus(order: OrderLife): OrderStatus;
interface DueRefund { readonly cause: number; readonly amount: number; }
declare function dueRefunds({ lines, events }: OrderLife): DueRefund[];
declare global { interface PatchworkPages {} }
type PageName = keyof PatchworkPages;
type PlainPage = { [Page in PageName]: keyof PatchworkPages[Page] extends never ? Page : never }[PageName];
type PathTo = <Page extends PageName>(page: Page, ...parameters: Page extends PlainPage ? [] : [Readonly<PatchworkPages[Page]>]) => string;
type Access = 'open' | 'login' | 'visitor';
declare function redirectFor(access: Access, isLoggedIn: boolean): PlainPage | undefined;
declare const formatRupees: (amount: number) => string;
declare const toPaise: (amount: number) => number;
declare function priceTexts(product: Pick<Product, 'price' | 'originalPrice'>): { now: string; reduction: { was: string; off: string; } | undefined; };
declare const PAGE_SIZE = 60;
declare const COUNTED_PRODUCTS_LIMIT = 100;
interface PageEnd { readonly price: number; readonly position: number; }
interface ProductQuery { readonly filters: Filters; readonly priceLimit: number; readonly limit: number; readonly after?: PageEnd | undefined; }
interface EmptyListExplanation { readonly mostRestrictive: FilterConstraint | undefined; readonly cheapestAbove: Product | undefined; }
interface ProductPage { readonly products: readonly Product[]; readonly listed?: number; readonly next: PageEnd | undefined; readonly explanation?: EmptyListExplanation; }
declare const MAX_LINE_PIECES = 10;
type QuoteNotice = { readonly productId: string; readonly title: string; } & ({ readonly kind: 'price'; readonly from: number; readonly to: number; } | { readonly kind: 'removed'; } | { readonly kind: 'outOfStock'; } | { readonly kind: 'tooManyPieces'; });
interface Quote { readonly lines: readonly LineItem[]; readonly total: number; readonly notices: readonly QuoteNotice[]; }
declare function quoteCart(cart: readonly LineItem[], catalogue: readonly Product[]): Quote;
declare const isSellable: ({ lines, notices }: Quote) => boolean;
declare function isSameQuote(one: Quote, other: Quote): boolean;
interface SeenLine { readonly productId: string; readonly quantity: number; readonly price: number; }
type CheckoutFault = 'cartEmpty' | 'notForSale' | 'cartChanged' | 'tooManyPieces';
declare const relaxFilter: (filters: Filters, constraint: FilterConstraint, defaults?: Filters) => Filters;
declare const mostRestrictiveFilter: (products: readonly Product[], filters: Filters, defaults?: Filters) => FilterConstraint | undefined;
declare function cheapestAboveLimit(products: readonly Product[], filters: Filters, defaults?: Filters): Product | undefined;
declare const instantSchema: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.IsoTimestampAction<string, undefined>, v.RegexAction<string, undefined>]>;
export { type Address, type AddressErrors, type AddressFields, COUNTED_PRODUCTS_LIMIT, type Category, type CategoryInfo, type Checkout, type CheckoutFault, type EmptyListExplanation, type FilterConstraint, type Filters, LONGEST_DAY, type LineItem, type LineState, MAX_LENGTH, MAX_LINE_PIECES, type MinRating, type Order, type OrderEvent, type OrderStatus, PAGE_SIZE, type PageEnd, type PageName, type PathTo, type PictureSource, type PlainPage, type Product, type ProductPage, type ProductPicture, type ProductQuery, type QuantityChange, type Quote, type QuoteNotice, type Result, type SeenLine, type Session, type Size, type SortOrder, type User, activeConstraints, cartTotal, categories, cheapestAboveLimit, defaultFilters, demoAccount, dueRefunds, err, filterProducts, findEvent, findLine, formatDeliveryDay, formatRupees, imageAttributes, instantSchema, isSameQuote, isSellable, isWished, lineState, lineTotal, mapResult, mostRestrictiveFilter, ok, orderStatus, priceTexts, quoteCart, ratingThresholds, redirectFor, refundedAmount, relaxFilter, sizes, sortOrders, stepQuantity, toPaise, validateAddress };
