import { describe, expect, test } from 'vitest';
import { exampleBodyOf } from '../src/examples.ts';
import type { WireOutputOf } from '../src/index.ts';
import { type Refusal, refusals } from '../src/refusals.ts';
import { createCustomer, delivery, shipping } from './orders.ts';
import { type ApiUnderTest, password, unknownId } from './under-test.ts';

function testOrders(api: ApiUnderTest): void {
  const customer = createCustomer(api);

  test('an order is found by number and id, and goes through its steps, each once', async () => {
    const { email, order, operator, params, change } = await customer();
    const found = async (reference: string) =>
      (await operator.succeed('findAnyOrder', { params: { order: reference } })).order;
    expect(await found(order._id)).toMatchObject({
      ...order,
      status: 'placed',
      shopper: { email },
    });
    expect(await found(order.number.toLowerCase())).toEqual(await found(order._id));
    const refuse = (type: string, refusal: Refusal) =>
      operator.refused(
        'changeOrder',
        { params, body: { action: { type, carrier: 'A' } } },
        refusal,
      );
    await refuse('ship', refusals.orderNotPacked);
    await refuse('deliver', refusals.orderNotShipped);
    for (const action of delivery) await change(action, action);
    const { status, events } = await found(order.number);
    expect(status).toBe('delivered');
    expect(events).toMatchObject([
      { type: 'packed' },
      { type: 'shipped', carrier: 'Blue Dart', trackingUrl: 'https://parcels.example/123' },
      { type: 'delivered' },
    ]);
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
  });

  test('delivered lines are refunded without a return, and the last one makes the order refunded', async () => {
    const { first, second, operator, order, params, change, read } = await customer();
    const grant = (...products: readonly string[]) => ({
      ...{ type: 'grantRefund', products, reason: 'It came torn' },
    });
    const early = { params, body: { action: grant(first._id) } };
    await operator.refused('changeOrder', early, refusals.orderNotDelivered);
    await change(...delivery, grant(first._id), grant(first._id), grant(first._id, second._id));
    const paid = (await read()).events.filter(({ type }) => type === 'refunded');
    expect(paid).toMatchObject([{ amount: Number(first.price) }, { amount: Number(second.price) }]);
    const { status } = (await operator.succeed('findAnyOrder', { params })).order;
    expect(status).toBe('refunded');
    expect(order.total).toBe(Number(first.price) + Number(second.price));
  });

  test('a cancelled order is not packed', async () => {
    const { operator, params, change } = await customer();
    await change({ type: 'cancel' });
    const body = { action: { type: 'pack' } };
    await operator.refused('changeOrder', { params, body }, refusals.orderCancelled);
  });

  test('all shoppers’ orders are listed by status, and found by number, email and payment', async () => {
    const one = await customer();
    const other = await customer();
    await other.change(...shipping);
    const { operator, email, order } = one;
    const list = async (query: Readonly<Record<string, string>>) =>
      (await operator.succeed('listAllOrders', { query })).orders.map(({ _id }) => _id);
    expect(await list({ limit: '2' })).toEqual([other.order._id, order._id]);
    for (const search of [order.number, order._id, email.toUpperCase(), order.paymentReference]) {
      expect(await list({ search })).toEqual([order._id]);
      expect(await list({ search, status: 'shipped' })).toEqual([]);
    }
    expect((await list({ status: 'shipped', limit: '1' }))[0]).toBe(other.order._id);
    expect(await list({ search: unknownId })).toEqual([]);
    const query = { limit: '1' };
    const { nextCursor } = await operator.succeed('listAllOrders', { query });
    expect(await list({ ...query, cursor: nextCursor ?? '' })).toEqual([order._id]);
    await operator.refusedFor('listAllOrders', { query: { cursor: unknownId } }, 'cursor');
    await operator.refusedFor('listAllOrders', { query: { status: 'lost' } }, 'status');
    await operator.refusedFor('listAllOrders', { query: { search: 'PW\0' } }, 'search');
  });

  test('orders with a return that waits for an answer are listed until each of their lines has one', async () => {
    const { first, second, succeed, params, operator, order, change } = await customer();
    const isListed = async () => {
      const query = { status: 'returnAsked' };
      const { orders } = await operator.succeed('listAllOrders', { query });
      return orders.some(({ _id }) => _id === order._id);
    };
    const ask = ({ _id }: typeof first) =>
      succeed('askReturn', { params, body: { products: [_id], reason: 'It is too small' } });
    await change(...delivery);
    expect(await isListed()).toBe(false);
    await ask(first);
    await ask(second);
    await change({ type: 'acceptReturn', products: [first._id] });
    expect(await isListed()).toBe(true);
    await change({ type: 'declineReturn', products: [second._id], reason: 'It was worn' });
    expect(await isListed()).toBe(false);
    await change({ type: 'grantRefund', products: [second._id], reason: 'It came torn' });
    expect(await isListed()).toBe(false);
  });

  test.each([
    [{ type: 'lose' }, 'action.type'],
    [{ type: 'ship' }, 'action.carrier'],
    [{ type: 'ship', carrier: 'A', trackingUrl: 'http://a.example/1' }, 'action.trackingUrl'],
    [{ type: 'ship', carrier: 'A', trackingUrl: 'https://a.example/1 b' }, 'action.trackingUrl'],
    [{ type: 'ship', carrier: 'A', trackingUrl: 'https://a@b.example/' }, 'action.trackingUrl'],
    [{ type: 'ship', carrier: 'A', trackingUrl: 'https://a.example:x/1' }, 'action.trackingUrl'],
    [{ type: 'acceptReturn', products: [] }, 'action.products'],
  ])('changeOrder refuses %j, and names the field', async (action, field) => {
    const operator = await api.operator();
    const params = { order: crypto.randomUUID() };
    await operator.refusedFor('changeOrder', { params, body: { action } }, field);
    const body = { action: { type: 'pack' } };
    await operator.refused('changeOrder', { params, body }, refusals.orderUnknown);
  });
}

function testProducts(api: ApiUnderTest): void {
  /** Returns the first product, and the operator's calls to change it. */
  async function openProduct() {
    const [product] = await api.twoProducts();
    const operator = await api.operator();
    const params = { productId: product._id };
    const change = async (body: object) =>
      (await operator.succeed('changeProduct', { params, body: { change: body } })).product;
    return { product, operator, params, change };
  }

  test('a product’s price and stock are changed, and omitted fields stay', async () => {
    const { product, operator, params, change } = await openProduct();
    const before = await change({});
    const changed = await change({ price: 1234, originalPrice: 2345, addStock: 5 });
    const price = { price: '1234', original_price: '2345' };
    expect(changed).toEqual({ ...before, ...price, stock: before.stock + 5 });
    const { product: shown } = await api.succeed('getProduct', { params });
    expect(shown).toEqual({ ...product, ...price });
    const tooMany = { change: { addStock: -changed.stock - 1 } };
    await operator.refused('changeProduct', { params, body: tooMany }, refusals.stockTooLow);
    const [was, original] = [Number(before.price), Number(before.original_price)];
    expect(await change({ price: was, originalPrice: original, addStock: -5 })).toEqual(before);
  });

  test.skipIf(!api.storeProduct)(
    'a new picture of a product replaces the files of the earlier one in other widths',
    async () => {
      const { product, params, change } = await openProduct();
      const sources = [{ image: '/images/earlier-400.jpg', width: 400 }];
      await api.storeProduct?.(product._id, { sources, pictures: product.pictures ?? [] });
      expect(await change({ image: product.image })).toMatchObject({ sources });
      expect(await change({ image: '/images/new.jpg' })).not.toHaveProperty('sources');
      const { product: shown } = await api.succeed('getProduct', { params });
      expect(shown).toEqual({ ...product, image: '/images/new.jpg' });
      await change({ image: product.image });
    },
  );

  test.skipIf(!api.storeProduct)(
    'a further picture whose text is changed keeps its files in other widths',
    async () => {
      const { product, change } = await openProduct();
      const sources = [{ image: '/images/worn-400.jpg', width: 400 }];
      const [worn, back] = [
        { image: '/images/worn.jpg', alt: 'Worn', sources },
        { image: '/images/back.jpg', alt: 'From behind' },
      ];
      await api.storeProduct?.(product._id, { sources: [], pictures: [worn, back] });
      const pictures = [back, { image: worn.image, alt: 'Worn with a kurta' }];
      const changed = [back, { ...worn, alt: 'Worn with a kurta' }];
      expect(await change({ pictures })).toMatchObject({ pictures: changed });
      const replaced = await change({ pictures: [{ image: '/images/other.jpg', alt: 'Other' }] });
      expect(replaced.pictures).toEqual([{ image: '/images/other.jpg', alt: 'Other' }]);
      await change({ image: '/images/new.jpg', pictures: product.pictures ?? [] });
      await change({ image: product.image });
    },
  );

  test('a hidden product is in no list, has no page and can’t be bought until it is shown again', async () => {
    const { product, operator, params, change } = await openProduct();
    const shopper = await api.signUp();
    await shopper.succeed('addToCart', { body: { product } });
    const { address } = Object(exampleBodyOf('addAddress'));
    await shopper.succeed('addAddress', { body: { address } });
    await change({ isHidden: true });
    const lists = await Promise.all([
      api.succeed('listProducts'),
      api.succeed('queryProducts'),
      api.succeed('listTrending'),
    ]);
    for (const { products } of lists) {
      expect(products.map(({ _id }) => _id)).not.toContain(product._id);
    }
    await api.refused('getProduct', { params }, refusals.productUnknown);
    await shopper.refused('addToWishlist', { body: { product } }, refusals.productUnknown);
    const lines = [{ _id: product._id, qty: 1, price: Number(product.price) }];
    const body = { key: crypto.randomUUID(), addressId: address._id, lines };
    await shopper.refused('openCheckout', { body }, refusals.notForSale);
    const stock = await operator.succeed('listStock', { query: { search: product.title } });
    expect(stock.products).toContainEqual(
      expect.objectContaining({ _id: product._id, isHidden: true }),
    );
    await change({ isHidden: false });
    expect((await api.succeed('getProduct', { params })).product).toEqual(product);
  });

  test('all products are listed page by page in catalogue order', async () => {
    const operator = await api.operator();
    const { products } = await operator.succeed('listStock', { query: { limit: '100' } });
    const [first, second] = products;
    const page = await operator.succeed('listStock', { query: { limit: '1' } });
    expect(page.products).toEqual([first]);
    const query = { limit: '1', cursor: page.nextCursor ?? '' };
    expect((await operator.succeed('listStock', { query })).products).toEqual([second]);
    await operator.refusedFor('listStock', { query: { cursor: unknownId } }, 'cursor');
  });

  test.each([
    [{ price: -1 }, 'change.price'],
    [{ price: 1.5 }, 'change.price'],
    [{ originalPrice: 10_000_001 }, 'change.originalPrice'],
    [{ addStock: '5' }, 'change.addStock'],
    [{ image: 'http://pictures.example/a.jpg' }, 'change.image'],
    [{ image: '/a b.jpg' }, 'change.image'],
    [{ pictures: Array(9).fill({ image: '/a.jpg', alt: 'Worn' }) }, 'change.pictures'],
    [{ pictures: [{ image: 'a.jpg', alt: 'Worn' }] }, 'change.pictures.0.image'],
    [{ pictures: [{ image: '/a.jpg', alt: 'Worn\nand torn' }] }, 'change.pictures.0.alt'],
    [{ pictures: [{ image: '/a.jpg', alt: '400w' }] }, 'change.pictures.0.alt'],
  ])('changeProduct refuses %j, and names the field', async (change, field) => {
    const { operator, params } = await openProduct();
    await operator.refusedFor('changeProduct', { params, body: { change } }, field);
    const unknown = { params: { productId: unknownId }, body: { change: {} } };
    await operator.refused('changeProduct', unknown, refusals.productUnknown);
  });
}

function testShoppers(api: ApiUnderTest): void {
  test('an account is found by a prefix of its email or name, and can’t log in once it is disabled', async () => {
    const operator = await api.operator();
    const name = `Zoya ${crypto.randomUUID()}`;
    const shopper = await api.signUp({ name });
    const { email } = shopper;
    const find = async (search: string) =>
      (await operator.succeed('listShoppers', { query: { search } })).shoppers;
    const [found] = await find(email.slice(0, -3).toUpperCase());
    expect(found).toMatchObject({ name, email, isDisabled: false, orders: 0 });
    expect(await find(name)).toEqual([found]);
    expect(await find(unknownId)).toEqual([]);

    const params = { shopper: found?._id ?? '' };
    const set = async (isDisabled: boolean) =>
      (await operator.succeed('changeShopper', { params, body: { change: { isDisabled } } }))
        .shopper;
    for (const _ of ['once', 'again']) {
      expect(await set(true)).toEqual({ ...found, isDisabled: true });
    }
    await shopper.refused('getCart', {}, refusals.invalidToken);
    const body = { email, password };
    await api.refused('login', { body }, refusals.accountDisabled);
    await api.refused(
      'login',
      { body: { email, password: 'wrong-password' } },
      refusals.wrongPassword,
    );
    expect(await set(false)).toEqual(found);
    await api.succeed('login', { body });
  });

  test.each([
    ['İpek Demir', ['İpek Demir', 'ipek demir', 'İPEK DEMİR', 'İpek']],
    ['Işık Ay', ['ışık ay', 'IŞIK AY', 'Işı']],
    ['ΝΊΚΟΣ', ['ΝΊΚΟΣ', 'Νίκος', 'νίκοσ']],
    ['ΝΊΚΟΣΑΚΗΣ', ['νίκος', 'ΝΊΚΟΣ']],
    ['Rene\u0301 Strauß', ['RENÉ STRAUSS', 'rene\u0301\u00a0strau', 'René  Strauß']],
    ['100%_\\ Cotton', ['100%_\\', '100%_\\ cotton']],
  ])('an account with the name %s is found by it, and by each of %j', async (name, searches) => {
    const operator = await api.operator();
    const { email } = await api.signUp({ name });
    for (const search of searches) {
      const { shoppers } = await operator.succeed('listShoppers', {
        query: { search, limit: '100' },
      });
      expect(
        shoppers.map((shopper) => shopper.email),
        search,
      ).toContain(email);
    }
  });

  test('accounts are listed page by page, newest first', async () => {
    const emails = [(await api.signUp()).email, (await api.signUp()).email];
    const operator = await api.operator();
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor !== null && { cursor }) };
      const page: WireOutputOf<'listShoppers'> = await operator.succeed('listShoppers', { query });
      listed.push(...page.shoppers.map(({ email }) => email));
      cursor = page.nextCursor;
    } while (cursor !== null && !emails.every((email) => listed.includes(email)));
    expect(listed.filter((email) => emails.includes(email))).toEqual(emails.toReversed());
    expect(new Set(listed).size).toBe(listed.length);
    await operator.refusedFor('listShoppers', { query: { cursor: unknownId } }, 'cursor');
  });

  test('an unknown account is refused', async () => {
    const operator = await api.operator();
    const body = { change: { isDisabled: true } };
    for (const shopper of [unknownId, crypto.randomUUID()]) {
      const input = { params: { shopper }, body };
      await operator.refused('changeShopper', input, refusals.shopperUnknown);
    }
  });
}

export function operatorContract(api: ApiUnderTest): void {
  describe('orders', () => testOrders(api));
  describe('products', () => testProducts(api));
  describe('shoppers', () => testShoppers(api));
}
