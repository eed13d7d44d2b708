import { ASK_EMAIL } from '@patchwork/domain';
import { catalogueRefusals, withCodes } from './catalogue-refusals.ts';

export { type Refusal, refusalBody, withCodes } from './catalogue-refusals.ts';

const shopRefusals = withCodes({
  emailTaken: { status: 422, text: 'Unprocessable Entity. Email Already Exists.' },
  noEmail: { status: 422, text: ASK_EMAIL },
  emailUnknown: { status: 404, text: 'The email you entered is not Registered. Not Found error' },
  wrongPassword: {
    status: 401,
    text: 'The credentials you entered are invalid. Unauthorized access error.',
  },
  invalidToken: { status: 401, text: 'The token is invalid. Unauthorized access error.' },
  notInCart: { status: 404, text: 'The product is not in the cart.' },
  addressUnknown: { status: 404, text: 'The address was not found.' },
  tooManyAddresses: {
    status: 422,
    text: 'You can save up to 50 addresses. Delete one that you do not need.',
  },
  pinNotServed: {
    status: 409,
    text: 'We do not deliver to this PIN code. Choose another address, then place the order.',
  },
  cashNotOffered: {
    status: 409,
    text: 'This order can’t be paid in cash on delivery. Choose another way to pay.',
  },
  cashOverLimit: {
    status: 409,
    text: 'This order is too large for cash on delivery. Choose another way to pay.',
  },
  tooManyLines: { status: 422, text: 'An order can have at most 200 lines.' },
  tooManyPieces: {
    status: 422,
    text: 'An order can have at most 10 pieces of one product. Take some out of the cart, then place the order.',
  },
  cartEmpty: { status: 400, text: 'The cart is empty, so there is nothing to order.' },
  cartChanged: {
    status: 409,
    text: 'Your order has changed since you saw it. Look at it again, then place the order.',
  },
  notForSale: {
    status: 409,
    text: 'Something in your cart can’t be bought. Take it out of the cart, then place the order.',
  },
  checkoutOpen: {
    status: 409,
    text: 'A payment is still open. Finish or discard it first.',
  },
  checkoutUnknown: { status: 404, text: 'The payment was not found.' },
  checkoutClosed: { status: 409, text: 'This payment was closed. Please place the order again.' },
  signatureWrong: { status: 400, text: 'The payment could not be verified.' },
  paymentUsed: { status: 409, text: 'This payment belongs to another order.' },
  paymentDeclined: { status: 422, text: 'The simulated bank declined the payment.' },
  notOperator: { status: 403, text: 'Only operators of the shop may do this.' },
  orderUnknown: { status: 404, text: 'The order was not found.' },
  orderPacked: {
    status: 409,
    text: 'This order is already packed, so it can’t be cancelled. You can return it once it has arrived.',
  },
  orderShipped: { status: 409, text: 'This order is on its way, so it can’t be cancelled.' },
  orderDelivered: {
    status: 409,
    text: 'This order has already arrived, so it can’t be cancelled.',
  },
  orderNotPacked: { status: 409, text: 'The order has not been packed yet.' },
  orderNotShipped: { status: 409, text: 'The order has not been shipped yet.' },
  orderNotDelivered: { status: 409, text: 'The order has not been delivered yet.' },
  orderCancelled: { status: 409, text: 'The order is cancelled.' },
  lineUnknown: { status: 404, text: 'The order does not contain this product.' },
  lineNotReturnable: { status: 409, text: 'This product can no longer be returned.' },
  returnNotAsked: { status: 409, text: 'No return of this product was requested.' },
  returnTooLate: { status: 409, text: 'The return period of this order is over.' },
  notSibling: {
    status: 409,
    text: 'This is not another size or colour of the product. Choose one that is.',
  },
  exchangeSoldOut: {
    status: 409,
    text: 'Of this piece, there are not enough in stock any more. Choose another one.',
  },
  exchangeChanged: {
    status: 409,
    text: 'The price of this piece has changed since you saw it. Look at it again, then ask for the exchange.',
  },
  lineInExchange: {
    status: 409,
    text: 'This product is being exchanged. The exchange has to be withdrawn, declined or completed first.',
  },
  lineNotExchangeable: { status: 409, text: 'This product can no longer be exchanged.' },
  exchangeTooLate: {
    status: 409,
    text: 'The period in which this product can be exchanged is over.',
  },
  exchangeNotAsked: { status: 409, text: 'No exchange of this product was requested.' },
  exchangeNotSent: { status: 409, text: 'The other piece has not been sent yet.' },
  exchangeUnderWay: {
    status: 409,
    text: 'The other piece is on its way, so the exchange can’t be withdrawn. You can return it after the exchange.',
  },
  orderPrepaid: {
    status: 409,
    text: 'This is possible only for an order with cash on delivery: this one was paid before.',
  },
  refundUnknown: { status: 409, text: 'This refund is not due.' },
  mailTokenUnknown: {
    status: 400,
    text: 'This link has expired or was already used. Please request a new one.',
  },
  alertLinkUnknown: {
    status: 400,
    text: 'This link has expired or was already used. No mail is waiting because of it.',
  },
  alertsOff: {
    status: 409,
    text: 'The shop can’t send mails at the moment. Put the product on your wishlist, and look again later.',
  },
  tooManyAlerts: {
    status: 422,
    text: 'You can wait for up to 50 products. Withdraw one that you no longer want.',
  },
  addressUnconfirmed: {
    status: 409,
    text: 'We have sent several mails to this address, and it has confirmed none. Open the link in one of them first.',
  },
  accountDisabled: {
    status: 403,
    text: 'This account is disabled. Please write to us.',
  },
  passwordNotRight: { status: 403, text: 'The password is incorrect.' },
  orderUnderWay: {
    status: 409,
    text: 'An order is still in progress. Delete the account once it has arrived, or cancel the order first.',
  },
  cashDue: {
    status: 409,
    text: 'An order that was paid in cash has a return or refund open. Delete the account once you have your money.',
  },
  exchangeOpen: {
    status: 409,
    text: 'An exchange is still in progress. Delete the account once it has ended, or withdraw it first.',
  },
  guestStays: { status: 403, text: 'Everyone shares the guest account, so it can’t be deleted.' },
  shopperUnknown: { status: 404, text: 'The shopper was not found.' },
  operatorStays: {
    status: 403,
    text: 'This account is an operator’s, so it can be neither disabled nor deleted. `pnpm api user role` makes it a shopper’s.',
  },
  stockTooLow: { status: 409, text: 'There are not that many pieces to remove.' },
  badRequest: { status: 400, text: 'The request could not be understood.' },
});

/**
 * Refusals, with the same codes and texts in mock and API server. The texts of emailTaken, emailUnknown, wrongPassword
 * and invalidToken are quoted from the specification.
 */
export const refusals = { ...shopRefusals, ...catalogueRefusals };
