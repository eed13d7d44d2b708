export type { Address, AddressErrors, AddressFields } from './address.ts';
export {
  addressSchema,
  erasedPerson,
  pinCodeSchema,
  sampleAddress,
  sentAddressSchema,
  validateAddress,
} from './address.ts';
export type { LineItem, QuantityChange } from './cart.ts';
export { boundQuantity, cartTotal, findLine, isWished, lineTotal, stepQuantity } from './cart.ts';
export { corrections, nearestWords, searchedWords } from './correct-search.ts';
export { formatDeliveryDay, formatDeliveryTime, LONGEST_DAY } from './delivery.ts';
export { formatDeliveryDate, isDeliveryDatePast } from './delivery-date.ts';
export { ASK_EMAIL, parseEmail } from './email.ts';
export { activeConstraints, filterProducts, searchTerms } from './filter-products.ts';
export type { FilterConstraint, Filters, MinRating, SortOrder } from './filters.ts';
export {
  defaultFilters,
  filterConstraints,
  ratingThresholds,
  sortOrders,
} from './filters.ts';
export { imageAddress, imageAttributes, isHttpsAddress, isOwnPath } from './image-address.ts';
export { MAX_LENGTH } from './limits.ts';
export type { Checkout, Order, OrderEvent } from './order.ts';
export {
  CHECKOUT_LIFETIME_MS,
  formatOrderNumber,
  isOrderNumber,
  ORDER_NUMBER_BYTES,
} from './order.ts';
export type {
  DueRefund,
  LineState,
  OrderAction,
  OrderFault,
  OrderLife,
  OrderStatus,
} from './order-events.ts';
export {
  cashToCollect,
  decide,
  dueRefunds,
  findEvent,
  isCashDue,
  lineState,
  orderStatus,
  refundedAmount,
  returnDeadline,
} from './order-events.ts';
export type { PageName, PathTo, PlainPage } from './pages.ts';
export { redirectFor } from './pages.ts';
export { normalizePassword } from './password.ts';
export { emailKeyOf, searchKeyOf } from './person-keys.ts';
export { formatRupees, priceTexts, toPaise } from './price.ts';
export type {
  Category,
  CategoryInfo,
  Colour,
  PictureSource,
  Product,
  ProductPicture,
  Sibling,
  Size,
} from './product.ts';
export { categories, sizes } from './product.ts';
export type {
  EmptyListExplanation,
  PageEnd,
  ProductPage,
  ProductQuery,
  Relaxation,
} from './product-query.ts';
export {
  COUNTED_PRODUCTS_LIMIT,
  formatPageEnd,
  MAX_TRENDING,
  PAGE_SIZE,
  parsePageEnd,
} from './product-query.ts';
export { defaultsOf, queryProducts, withCorrection } from './query-products.ts';
export type { CheckoutFault, Quote, QuoteNotice, SeenLine } from './quote.ts';
export {
  isSameQuote,
  isSellable,
  MAX_ADDRESSES,
  MAX_LINE_PIECES,
  MAX_ORDER_LINES,
  priceCheckout,
  quoteCart,
} from './quote.ts';
export {
  cheapestAboveLimit,
  mostRestrictiveFilter,
  relaxFilter,
  usefulRelaxations,
} from './relax.ts';
export type { Result } from './result.ts';
export { err, mapResult, ok } from './result.ts';
export { searchTextOf } from './search-text.ts';
export type { CashFault, CashTerms, PinCodeEntry, Serviceability } from './serviceability.ts';
export { cashFault, deliveryDays, serviceabilityOf } from './serviceability.ts';
export { lineItemSchema, productSchema } from './stored-product.ts';
export {
  asSibling,
  coloursOf,
  oneOfEachStyle,
  sizesOf,
  sortSiblings,
  withSiblings,
} from './styles.ts';
export { instantSchema, timestamp } from './timestamp.ts';
export type { Session, User } from './user.ts';
export { demoAccount, splitName } from './user.ts';
