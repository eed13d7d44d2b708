import { demoAccount } from '@patchwork/domain';
import { describe, expect, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { createCustomer, delivery } from './orders.ts';
import {
  type ApiUnderTest,
  freshEmail,
  password,
  shortPassword,
  type Target,
} from './under-test.ts';

const wrongLink = 'no-token-that-was-mailed';

/** Returns a function that reads the token from the newest mail of one kind to an email. */
const tokenReader =
  (mailsTo: NonNullable<Target['mailsTo']>) =>
  async (kind: 'confirmEmail' | 'resetPassword', email: string): Promise<string> => {
    const mail = (await mailsTo(email)).findLast((each) => each.kind === kind);
    return String(Reflect.get(mail?.data ?? {}, 'token'));
  };

function testLinks(api: ApiUnderTest, mailsTo: NonNullable<Target['mailsTo']>): void {
  const { operator, refused, signUp, succeed } = api;
  const tokenOf = tokenReader(mailsTo);
  const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
  const askReset = (email: string) => succeed('askPasswordReset', { body: { email } });
  const refuseReset = (token: string) =>
    refused(
      'resetPassword',
      { body: { token, password: 'another-needle' } },
      refusals.mailTokenUnknown,
    );

  test('a new shopper gets a mail whose token confirms the email once', async () => {
    const shopper = await signUp();
    const { account } = await shopper.succeed('getAccount');
    expect(account).toMatchObject({ email: shopper.email, isEmailConfirmed: false });
    const token = await tokenOf('confirmEmail', shopper.email);
    const body = { token };
    await succeed('confirmEmail', { body });
    expect((await shopper.succeed('getAccount')).account.isEmailConfirmed).toBe(true);
    await refused('confirmEmail', { body }, refusals.mailTokenUnknown);
  });

  test('the confirmation is not mailed again within minutes, nor once the email is confirmed', async () => {
    const shopper = await signUp();
    await shopper.succeed('askEmailConfirmation');
    await succeed('confirmEmail', {
      body: { token: await tokenOf('confirmEmail', shopper.email) },
    });
    await shopper.succeed('askEmailConfirmation');
    expect(await kindsTo(shopper.email)).toEqual(['confirmEmail']);
  });

  test('a reset changes the password once and ends all sessions', async () => {
    const { email, token } = await signUp();
    await askReset(email);
    const link = await tokenOf('resetPassword', email);
    await succeed('resetPassword', { body: { token: link, password: 'another-needle' } });
    await refused('getCart', { token }, refusals.invalidToken);
    await refused('login', { body: { email, password } }, refusals.wrongPassword);
    await succeed('login', { body: { email, password: 'another-needle' } });
    await refuseReset(link);
  });

  test('resets requested by others send no second mail within minutes, lock nobody out, and leave the link valid', async () => {
    const { email } = await signUp();
    for (let turn = 0; turn < 20; turn += 1) await askReset(turn % 2 ? email : email.toUpperCase());
    expect(await kindsTo(email)).toEqual(['confirmEmail', 'resetPassword']);
    const link = await tokenOf('resetPassword', email);
    await succeed('resetPassword', { body: { token: link, password: 'another-needle' } });
    await askReset(email);
    const next = await tokenOf('resetPassword', email);
    await succeed('resetPassword', { body: { token: next, password } });
    await succeed('login', { body: { email, password } });
  });

  test('a reset removes what a stranger entered before the owner confirmed the email, and tells the owner', async () => {
    const stranger = await createCustomer(api)();
    const { email, second } = stranger;
    await stranger.succeed('addToCart', { body: { product: second } });
    await stranger.succeed('addToWishlist', { body: { product: second } });
    const lines = [{ _id: second._id, qty: 1, price: Number(second.price) }];
    const opening = { key: crypto.randomUUID(), addressId: 'home', lines };
    await stranger.succeed('openCheckout', { body: opening });
    await askReset(email);
    const body = { token: await tokenOf('resetPassword', email), password: 'another-needle' };
    await succeed('resetPassword', { body });
    await stranger.refused('getCart', {}, refusals.invalidToken);
    const login = await succeed('login', { body: { email, password: 'another-needle' } });
    const token = login.encodedToken;
    expect(await succeed('listAddresses', { token })).toEqual({ addresses: [] });
    expect(await succeed('getCart', { token })).toEqual({ cart: [] });
    expect(await succeed('getWishlist', { token })).toEqual({ wishlist: [] });
    expect(await succeed('listCheckouts', { token })).toEqual({ checkouts: [] });
    expect((await succeed('listOrders', { token })).orders).toHaveLength(1);
    expect((await succeed('getAccount', { token })).account).toMatchObject({
      name: '',
      isEmailConfirmed: true,
    });
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      kind: 'passwordChanged',
      data: { isEmptied: true },
    });
  });

  test('a reset of an account whose email was confirmed removes nothing, and tells the owner', async () => {
    const shopper = await createCustomer(api)();
    const { email } = shopper;
    await succeed('confirmEmail', { body: { token: await tokenOf('confirmEmail', email) } });
    await askReset(email);
    const body = { token: await tokenOf('resetPassword', email), password: 'another-needle' };
    await succeed('resetPassword', { body });
    const { encodedToken: token } = await succeed('login', {
      body: { email, password: 'another-needle' },
    });
    expect((await succeed('listAddresses', { token })).addresses).toContainEqual(
      expect.objectContaining({ _id: 'home' }),
    );
    expect((await succeed('getAccount', { token })).account.name).not.toBe('');
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      kind: 'passwordChanged',
      data: { isEmptied: false },
    });
  });

  test('a mail about an order has its address only once the email is confirmed', async () => {
    const shopper = await createCustomer(api)();
    const { email } = shopper;
    const mailOf = async (kind: string) =>
      (await mailsTo(email)).findLast((mail) => mail.kind === kind)?.data;
    expect(await mailOf('orderPlaced')).not.toHaveProperty('address');
    await succeed('confirmEmail', { body: { token: await tokenOf('confirmEmail', email) } });
    await shopper.change(...delivery);
    expect(await mailOf('orderShipped')).toHaveProperty('address.street');
  });

  test('a token of one purpose does not work for another', async () => {
    const { email } = await signUp();
    await askReset(email);
    await refuseReset(await tokenOf('confirmEmail', email));
    const body = { token: await tokenOf('resetPassword', email) };
    await refused('confirmEmail', { body }, refusals.mailTokenUnknown);
  });

  test('a disabled account gets no mail for a reset, and the links of older mails are useless', async () => {
    const shopper = await signUp();
    await askReset(shopper.email);
    const confirmation = await tokenOf('confirmEmail', shopper.email);
    const link = await tokenOf('resetPassword', shopper.email);
    const keeper = await operator();
    const { shoppers } = await keeper.succeed('listShoppers', { query: { search: shopper.email } });
    const params = { shopper: String(shoppers[0]?._id) };
    await keeper.succeed('changeShopper', { params, body: { change: { isDisabled: true } } });
    await askReset(shopper.email);
    expect(await kindsTo(shopper.email)).toEqual(['confirmEmail', 'resetPassword']);
    await refuseReset(link);
    const body = { token: confirmation };
    await refused('confirmEmail', { body }, refusals.mailTokenUnknown);
    await refused('login', { body: { email: shopper.email, password } }, refusals.accountDisabled);
  });

  test('each change of an order that the shopper waits for is mailed once', async () => {
    const { email, first, change } = await createCustomer(api)();
    await change({ type: 'cancel', products: [first._id] });
    await change({ type: 'cancel', products: [first._id] });
    await change(...delivery);
    expect((await kindsTo(email)).toSorted()).toEqual([
      ...['confirmEmail', 'orderCancelled', 'orderPlaced', 'orderRefunded', 'orderShipped'],
    ]);
  });
}

function testOwnData(api: ApiUnderTest): void {
  const { operator, refused, signUp, succeed } = api;
  const customer = createCustomer(api);

  const idOf = async (email: string) => {
    const keeper = await operator();
    const { shoppers } = await keeper.succeed('listShoppers', { query: { search: email } });
    return { keeper, params: { shopper: String(shoppers[0]?._id) } };
  };

  test('an export contains account, addresses, cart and orders, and is the same for owner and operator', async () => {
    const shopper = await customer();
    await shopper.succeed('addToCart', { body: { product: shopper.second } });
    const { keeper, params } = await idOf(shopper.email);
    for (const { data } of [
      await shopper.succeed('exportAccount'),
      await keeper.succeed('exportShopper', { params }),
    ]) {
      expect(data).toMatchObject({
        account: { email: shopper.email },
        addresses: expect.arrayContaining([expect.objectContaining({ _id: 'home' })]),
        cart: [{ _id: shopper.second._id }],
        orders: [{ number: shopper.order.number }],
      });
      expect(JSON.stringify(data)).not.toContain(password);
    }
  });

  test('an account is deleted with the correct password only, and its email can sign up again', async () => {
    const { email, token, ...shopper } = await signUp();
    const wrong = { body: { password: 'wrong' } };
    await shopper.refused('deleteAccount', wrong, refusals.passwordNotRight);
    await shopper.succeed('deleteAccount', { body: { password } });
    await refused('login', { body: { email, password } }, refusals.emailUnknown);
    const body = { name: 'Meera Das', email, password, confirmPassword: password };
    const again = await succeed('signup', { body });
    expect(await succeed('listOrders', { token: again.encodedToken })).toMatchObject({
      orders: [],
    });
  });

  test('an operator can neither disable nor delete an operator, also not themselves', async () => {
    const keeper = await operator();
    const { email } = Object(Object(await keeper.succeed('exportAccount')).data).account;
    const { params } = await idOf(email);
    const body = { change: { isDisabled: true } };
    await keeper.refused('changeShopper', { params, body }, refusals.operatorStays);
    await keeper.refused('deleteShopper', { params }, refusals.operatorStays);
    await keeper.succeed('getAccount');
  });

  test('an operator can’t delete the account that all guests share', async () => {
    const { keeper, params } = await idOf(demoAccount.email);
    await keeper.refused('deleteShopper', { params }, refusals.shopperUnknown);
  });

  test('an account with an order in progress is not deleted; later, its order contains no personal data', async () => {
    const { change, order, ...shopper } = await customer();
    const { keeper, params } = await idOf(shopper.email);
    const right = { body: { password } };
    await shopper.refused('deleteAccount', right, refusals.orderUnderWay);
    await keeper.refused('deleteShopper', { params }, refusals.orderUnderWay);
    await change(...delivery);
    await keeper.succeed('deleteShopper', { params });
    const found = await keeper.succeed('findAnyOrder', { params: { order: order._id } });
    const { city, state, pinCode, street, mobile } = order.address;
    expect(found.order).toMatchObject({
      ...{ number: order.number, total: order.total, lines: order.lines },
      address: { city, state, pinCode },
    });
    expect(JSON.stringify(found)).not.toContain(street);
    expect(JSON.stringify(found)).not.toContain(mobile);
    expect(JSON.stringify(found)).not.toContain(shopper.email);
    const { orders } = await keeper.succeed('listAllOrders', { query: { search: order.number } });
    expect(orders).toEqual([found.order]);
    expect(found.order.shopper).toMatchObject({ name: '', email: '' });
  });
}

export function accountContract(api: ApiUnderTest): void {
  const { isMock, mailsTo, refused, succeed } = api;

  test('a reset has the same response for known and unknown emails', async () => {
    const { email } = await api.signUp();
    const answers = [email, freshEmail()].map((asked) =>
      api.call('askPasswordReset', { body: { email: asked } }),
    );
    for (const answer of await Promise.all(answers))
      expect(answer).toEqual({ status: 200, data: {} });
  });

  test('a token that was never mailed is refused', async () => {
    await refused('confirmEmail', { body: { token: wrongLink } }, refusals.mailTokenUnknown);
    const body = { token: wrongLink, password: 'another-needle' };
    await refused('resetPassword', { body }, refusals.mailTokenUnknown);
    const short = { body: { ...body, password: 'short' } };
    if (!isMock) await refused('resetPassword', short, shortPassword);
    await succeed('askPasswordReset', { body: { email: freshEmail() } });
  });

  testOwnData(api);
  if (mailsTo) describe('mails', () => testLinks(api, mailsTo));
}
