import { expect, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { type ApiUnderTest, freshEmail, password, type Target, unknownId } from './under-test.ts';

type Mailed = NonNullable<Target['mailsTo']>;

function testMails(api: ApiUnderTest, mailsTo: Mailed): void {
  const { succeed, refused, signUp, operator, tidyUp } = api;

  /** Returns the values of the mails of one kind to an email, oldest first. */
  const mailsOf = async (kind: 'confirmStockAlert' | 'backInStock', email: string) =>
    (await mailsTo(email)).filter((mail) => mail.kind === kind).map(({ data }) => Object(data));

  /** Follows the link of the newest mail of one kind. */
  async function follow(action: 'confirm' | 'stop', email: string) {
    const mails = await mailsOf(action === 'confirm' ? 'confirmStockAlert' : 'backInStock', email);
    const body = { token: String(mails.at(-1)?.token), action };
    return { body, answer: await api.call('followStockAlertLink', { body }) };
  }

  async function confirmEmail(email: string): Promise<void> {
    const mail = (await mailsTo(email)).find(({ kind }) => kind === 'confirmEmail');
    await succeed('confirmEmail', {
      body: { token: String(Reflect.get(mail?.data ?? {}, 'token')) },
    });
  }

  async function confirmedShopper() {
    const shopper = await signUp();
    await confirmEmail(shopper.email);
    return shopper;
  }

  /** Returns a product that is out of stock, and a function that changes its stock as the operator does. */
  async function soldOut() {
    const by = await operator();
    const { products } = await succeed('listProducts');
    const params = { productId: products.find(({ in_stock }) => !in_stock)?._id ?? '' };
    const add = async (pieces: number) => {
      await by.succeed('changeProduct', { params, body: { change: { addStock: pieces } } });
      await tidyUp?.();
      // The mock does at the next call what a server does in the background.
      await by.succeed('listStockAlerts');
    };
    return { params, add, ...params };
  }

  test('a shopper waits for a product, withdraws, and gets one mail when it comes back', async () => {
    const shopper = await confirmedShopper();
    const { params, productId, add } = await soldOut();
    const none = { isOffered: true, alerts: [] };
    const waiting = { isOffered: true, alerts: [{ productId, isConfirmed: true }] };
    expect(await shopper.succeed('addStockAlert', { params })).toEqual(waiting);
    expect(await shopper.succeed('removeStockAlert', { params })).toEqual(none);
    expect(await shopper.succeed('removeStockAlert', { params })).toEqual(none);
    expect(await shopper.succeed('addStockAlert', { params })).toEqual(waiting);
    expect(await shopper.succeed('addStockAlert', { params })).toEqual(waiting);
    expect(await mailsOf('backInStock', shopper.email)).toEqual([]);
    await add(2);
    await add(1);
    const mails = await mailsOf('backInStock', shopper.email);
    expect(mails).toEqual([expect.objectContaining({ productId })]);
    expect(await mailsOf('confirmStockAlert', shopper.email)).toEqual([]);
    expect(await shopper.succeed('listStockAlerts')).toEqual(none);
    await add(-3);
    await add(1);
    expect(await mailsOf('backInStock', shopper.email)).toHaveLength(1);
    await add(-1);
    await shopper.succeed('addStockAlert', { params });
    await add(1);
    expect(await mailsOf('backInStock', shopper.email)).toHaveLength(2);
    await add(-1);
  });

  test('a shopper whose email is not confirmed gets the mail only after confirming', async () => {
    const shopper = await signUp();
    const { params, productId, add } = await soldOut();
    expect(await shopper.succeed('addStockAlert', { params })).toEqual({
      isOffered: true,
      alerts: [{ productId, isConfirmed: false }],
    });
    await add(1);
    expect(await mailsOf('backInStock', shopper.email)).toEqual([]);
    const { answer } = await follow('confirm', shopper.email);
    expect(answer).toEqual({ status: 200, data: { productId } });
    await add(1);
    expect(await mailsOf('backInStock', shopper.email)).toHaveLength(1);
    await add(-2);
  });

  test('an address that anyone typed gets one mail to confirm it, and then one about the stock', async () => {
    // The mock keeps only the mails to its users.
    const { email } = await signUp();
    const { params, productId, add } = await soldOut();
    for (const typed of [email, ` ${email.toUpperCase()} `])
      expect(await succeed('askStockAlert', { params, body: { email: typed } })).toEqual({});
    expect(await mailsOf('confirmStockAlert', email)).toHaveLength(1);
    const { answer, body } = await follow('confirm', email);
    expect(answer).toEqual({ status: 200, data: { productId } });
    expect((await api.call('followStockAlertLink', { body })).status).toBe(200);
    await add(1);
    expect(await mailsOf('backInStock', email)).toHaveLength(1);
    await refused('followStockAlertLink', { body }, refusals.alertLinkUnknown);
    await add(-1);
  });

  test('the link of the mail about the stock ends all other mails to the address', async () => {
    const shopper = await confirmedShopper();
    const { params, add } = await soldOut();
    const { products } = await succeed('listProducts');
    const other = products.findLast(({ in_stock }) => !in_stock)?._id ?? '';
    expect(other).not.toBe(params.productId);
    for (const productId of [params.productId, other])
      await shopper.succeed('addStockAlert', { params: { productId } });
    await add(1);
    const { body, answer } = await follow('stop', shopper.email);
    expect(answer).toEqual({ status: 200, data: params });
    expect((await shopper.succeed('listStockAlerts')).alerts).toEqual([]);
    await refused('followStockAlertLink', { body }, refusals.alertLinkUnknown);
    await add(-1);
  });

  test('the answer for an address is the same whether it has an account or not', async () => {
    const { email } = await signUp();
    const { params } = await soldOut();
    for (const typed of [email, freshEmail()])
      expect(await api.call('askStockAlert', { params, body: { email: typed } })).toEqual({
        status: 200,
        data: {},
      });
  });

  test('the requests of an address that has confirmed none are refused after three', async () => {
    const { email } = await signUp();
    const { products } = await succeed('listProducts');
    const ids = products.slice(0, 4).map(({ _id }) => _id);
    for (const productId of ids.slice(0, 3))
      await succeed('askStockAlert', { params: { productId }, body: { email } });
    const fourth = { params: { productId: ids[3] ?? '' }, body: { email } };
    await refused('askStockAlert', fourth, refusals.addressUnconfirmed);
  });

  test('the requests of a shopper are in the exported data, and end with the account', async () => {
    const shopper = await confirmedShopper();
    const { params, productId, add } = await soldOut();
    await succeed('askStockAlert', { params, body: { email: shopper.email } });
    await follow('confirm', shopper.email);
    const { data } = await shopper.succeed('exportAccount');
    expect(data).toMatchObject({ stockAlerts: [{ productId }] });
    await shopper.succeed('deleteAccount', { body: { password } });
    await add(1);
    expect(await mailsOf('backInStock', shopper.email)).toEqual([]);
    await add(-1);
  });
}

export function stockAlertsContract(api: ApiUnderTest): void {
  const { succeed, refused, refusedFor, signUp, mailsTo } = api;
  const email = 'meera@patchwork.example';

  test('the shop says that it sends such mails', async () => {
    expect(await succeed('getStockAlertOffer')).toEqual({ isOffered: true });
  });

  test('a product that is unknown is refused', async () => {
    const params = { productId: unknownId };
    const shopper = await signUp();
    await shopper.refused('addStockAlert', { params }, refusals.productUnknown);
    await refused('askStockAlert', { params, body: { email } }, refusals.productUnknown);
  });

  test.each(['x', 'a,b@shop.example', '@', `${'a'.repeat(250)}@b`])(
    'the address %.20j is refused',
    async (typed) => {
      const [{ _id: productId }] = await api.twoProducts();
      const ask = { params: { productId }, body: { email: typed } };
      await refused('askStockAlert', ask, refusals.noEmail);
    },
  );

  test('an empty or very long address, and an unknown action, are refused by name', async () => {
    const [{ _id: productId }] = await api.twoProducts();
    for (const typed of ['', 'a'.repeat(255), 1])
      await refusedFor('askStockAlert', { params: { productId }, body: { email: typed } }, 'email');
    const body = { token: 'x', action: 'read' };
    await refusedFor('followStockAlertLink', { body }, 'action');
  });

  test.each(['confirm', 'stop'])('a link that was never mailed can’t %s', async (action) => {
    const body = { token: 'no-token-that-was-mailed', action };
    await refused('followStockAlertLink', { body }, refusals.alertLinkUnknown);
  });

  if (mailsTo) testMails(api, mailsTo);
}
