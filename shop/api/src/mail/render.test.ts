// @vitest-environment happy-dom
import type { OrderEvent } from '@patchwork/domain';
import { anAddress, aProduct } from '@patchwork/domain/testing';
import { oddTexts, scriptInjections } from '@patchwork/host/hostile-data';
import { expect, test } from 'vitest';
import { LINK_LIFETIME_MS, type Mail, mailAbout, renderMail } from './index.ts';

const shopUrl = 'https://shop.example';
const at = '2026-11-21T07:01:00.000Z';
const token = 'K7d0oVtJ4cQ8wXmB2rYh9sLzN1pEfGuA3iTjCkDvRxQ';

const shirt = { product: aProduct({ price: 1999 }), quantity: 2 };
const kurta = {
  product: aProduct({ id: 'kurta', title: 'Block-print Kurta', price: 1001 }),
  quantity: 1,
};
const shipped: OrderEvent = {
  ...{ at, type: 'shipped', carrier: 'Blue Dart' },
  trackingUrl: 'https://carrier.example/t/1?a=1&b=2',
};
const cancelled: OrderEvent = { at, type: 'cancelled', products: ['kurta'] };
const refunded: OrderEvent = { at, type: 'refunded', cause: 0, amount: 1001 };

const orderWith = (...events: OrderEvent[]) => ({
  ...{ number: 'PW-7K3M-X9Q2', lines: [shirt, kurta], total: 4999, address: anAddress, events },
  isEmailConfirmed: true,
});

const render = (mail: Mail | undefined) => {
  if (!mail) throw new Error('There is no mail');
  return renderMail(mail, { shopUrl });
};

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

test('the mail about a new order contains its number, lines, total and address, as text and as HTML', () => {
  const { subject, text, html } = render(mailAbout(orderWith()));
  expect(subject).toBe('Your order PW-7K3M-X9Q2');
  const shown = parse(html).body.textContent ?? '';
  for (const part of [
    '2\u00a0×\u00a0Plain Shirt, size\u00a0M',
    '₹3,998',
    '₹4,999',
    'Asha Rao',
    '12/4, Loom Street',
  ]) {
    expect(text).toContain(part);
    expect(shown).toContain(part);
  }
  expect(text).toContain('https://shop.example/orders');
});

test('the mail about a shipment names its lines and the carrier, and links to the tracking page', () => {
  const { subject, text, html } = render(mailAbout(orderWith(cancelled, shipped), shipped));
  expect(subject).toBe('Your order PW-7K3M-X9Q2 is on its way');
  expect(text).toContain('handed to Blue Dart');
  expect(text).not.toContain('Kurta');
  const links = [...parse(html).links].map(({ href }) => href);
  expect(links).toContain('https://carrier.example/t/1?a=1&b=2');
});

test('the mail about a cancellation says whether the whole order is cancelled, and how much is refunded', () => {
  const part = render(mailAbout(orderWith(cancelled), cancelled));
  expect(part.subject).toBe('Part of your order PW-7K3M-X9Q2 is cancelled');
  expect(part.text).toContain('We will pay ₹1,001 back');
  const all: OrderEvent = { at, type: 'cancelled', products: ['plain-shirt', 'kurta'] };
  expect(render(mailAbout(orderWith(all), all)).subject).toBe(
    'Your order PW-7K3M-X9Q2 is cancelled',
  );
});

test('the mail about a refund lists the lines that it is for', () => {
  const { subject, text } = render(mailAbout(orderWith(cancelled, refunded), refunded));
  expect(subject).toBe('Refund for your order PW-7K3M-X9Q2');
  expect(text).toContain('We have paid back ₹1,001');
  expect(text).toContain('Block-print Kurta');
  expect(text).not.toContain('Plain Shirt');
});

test('the shopper gets no mail when an order is packed or delivered', () => {
  expect(mailAbout(orderWith(), { at, type: 'packed' })).toBeUndefined();
  expect(mailAbout(orderWith(), { at, type: 'delivered' })).toBeUndefined();
});

test.each([
  ['confirmEmail', 'confirm-email', '7 days', 7 * 24],
  ['resetPassword', 'reset-password', 'an hour', 1],
] as const)(
  'the mail %s has its token in the fragment of the link, and says how long it is valid',
  (kind, path, time, hours) => {
    const { subject, text, html } = render({ kind, data: { token } });
    const url = `https://shop.example/${path}#token=${token}`;
    expect(text).toContain(`\n${url}\n`);
    expect([...parse(html).links].map(({ href }) => href)).toContain(url);
    expect(text).toContain(`within ${time}.`);
    expect(LINK_LIFETIME_MS[kind]).toBe(hours * 3_600_000);
    expect(subject).not.toContain(token);
  },
);

const hostile = [
  ...[...oddTexts, ...scriptInjections].map(([, value]) => value),
  'x\r\nBcc: everyone@shop.example\r\n\r\nBuy at https://evil.example',
];

test('hostile values stay text within their line', () => {
  const address = {
    ...anAddress,
    name: hostile[0] ?? '',
    street: hostile.join(),
    city: hostile.join(),
  };
  const lines = hostile.map((title) => ({ product: aProduct({ title }), quantity: 1 }));
  const event: OrderEvent = { at, type: 'shipped', carrier: hostile.join('\n') };
  const { subject, text, html } = render(mailAbout({ ...orderWith(event), lines, address }, event));
  const usual = render(mailAbout(orderWith(event), event));
  expect(subject).toBe(usual.subject);
  const linesOf = (mail: string) => mail.split(/[\r\n\u2028\u2029]/).length;
  expect(linesOf(text)).toBe(linesOf(usual.text) - 2 + hostile.length);
  const written = parse(html);
  const elements = [...parse(usual.html).querySelectorAll('*')];
  const names = new Set(elements.map(({ localName }) => localName));
  const attributes = new Set(elements.flatMap((element) => element.getAttributeNames()));
  for (const element of written.querySelectorAll('*')) {
    expect(names).toContain(element.localName);
    for (const name of element.getAttributeNames()) expect(attributes).toContain(name);
  }
  expect([...written.links].every(({ href }) => href.startsWith(shopUrl))).toBe(true);
});

test('a mail to an email that is not confirmed has no word of its buyer', () => {
  const words = {
    name: 'URGENT',
    houseNumber: 'call',
    street: 'this',
    city: 'number',
    state: 'now',
  };
  const order = { ...orderWith(shipped), address: { ...anAddress, ...words } };
  for (const event of [undefined, shipped]) {
    const { text, html } = render(mailAbout({ ...order, isEmailConfirmed: false }, event));
    const known = render(mailAbout(order, event));
    for (const word of ['URGENT', 'call', 'this', 'number', 'now', anAddress.pinCode]) {
      expect(known.text).toContain(word);
      expect(text.replace('Track', '')).not.toMatch(new RegExp(`\\b${word}\\b`));
      expect(parse(html).body.textContent).not.toMatch(new RegExp(`\\b${word}\\b`));
    }
  }
});

test('the mail about a changed password says what was removed, or what to look at', () => {
  const about = (isEmptied: boolean) =>
    render({ kind: 'passwordChanged', data: { isEmptied } }).text;
  expect(about(true)).toContain('were removed');
  expect(about(false)).toContain('look at your addresses');
});

test('the mails about stock link to the page of their links, and the product by its id', () => {
  const data = { productId: 'a b/c', title: 'Shirt\r\nBcc: x', size: 'M', token };
  const ask = render({ kind: 'confirmStockAlert', data });
  expect(ask.text).toContain(`\n${shopUrl}/stock-alert#confirm=${token}\n`);
  expect(ask.text).toContain('within a day');
  expect(LINK_LIFETIME_MS.confirmStockAlert).toBe(24 * 3_600_000);
  const back = render({ kind: 'backInStock', data });
  expect(back.subject).toBe('It is back in stock');
  expect(back.text).toContain('Shirt Bcc: x, size\u00a0M, is in stock again');
  const links = [...parse(back.html).links].map(({ href }) => href);
  expect(links).toContain(`${shopUrl}/productlist/a%20b%2Fc`);
  expect(links).toContain(`${shopUrl}/stock-alert#stop=${token}`);
});

test('no mail contains a control or bidirectional character, except its own line breaks', () => {
  const { text } = render(
    mailAbout(orderWith(), { at, type: 'shipped', carrier: 'A\u2028B\u202eC\rD\u0000E' }),
  );
  expect(text).toContain('handed to A B C D E.');
});

test('every colour of a mail has a counterpart in the dark theme', () => {
  const { html } = render(mailAbout(orderWith()));
  const document = parse(html);
  const classes = { '#f7f1e6': 'paper', '#fdf9f1': 'surface', '#e9a028': 'button' };
  for (const element of document.querySelectorAll('[style]')) {
    const style = element.getAttribute('style') ?? '';
    const background = /background:(#\w+)/.exec(style)?.[1];
    if (background)
      expect(element.classList).toContain(classes[background as keyof typeof classes]);
    if (/border-(?:top|bottom):1px/.test(style)) expect(element.classList).toContain('line');
    if (/border-(?:top|bottom):2px/.test(style)) expect(element.classList).toContain('seam');
  }
});

test('the mails about an order with cash on delivery say what is to be paid, and that nothing is owed', () => {
  const cash = (...events: OrderEvent[]) => ({
    ...orderWith(...events),
    ...{ total: 5048, cashOnDelivery: { fee: 49 } },
  });
  const placed = render(mailAbout(cash()));
  expect(placed.text).toContain('Please pay ₹5,048 in cash when it arrives.');
  expect(placed.text).not.toContain('paid.');
  expect(placed.text).toContain('Cash on delivery: ₹49');
  expect(placed.text).toContain('Total: ₹5,048');
  expect(parse(placed.html).body.textContent).toContain('Cash on delivery');
  const sent = render(mailAbout(cash(cancelled, shipped), shipped));
  expect(sent.text).toContain('Please pay ₹4,047 in cash when it arrives.');
  const gone = render(mailAbout(cash(cancelled), cancelled));
  expect(gone.text).toContain('You have paid nothing for them, and owe nothing.');
  expect(gone.text).not.toContain('back');
  const transferred: OrderEvent = { ...refunded, reference: 'UPI 433512' };
  const paid = render(mailAbout(cash(cancelled, transferred), transferred));
  expect(paid.text).toContain('was transferred to you, with the reference UPI 433512');
});

test('the mails about an exchange say what is reserved, when, what is paid, and what goes back', () => {
  const piece = { id: 'plain-shirt-l', title: 'Plain Shirt', image: '/l.jpg', size: 'L' } as const;
  const products = ['plain-shirt'];
  const asked = (price: number): OrderEvent => ({
    ...{ at, type: 'exchangeAsked', products, to: { ...piece, price } },
    ...{ reason: 'My own words', until: '2026-11-28T07:01:00.000Z' },
  });
  const textOf = (...events: OrderEvent[]) => {
    const { text, html } = render(mailAbout(orderWith(...events), events.at(-1)));
    expect(parse(html).body.textContent).toContain('size\u00a0L');
    expect(text).not.toContain('My own words');
    return text;
  };
  const dearer = asked(2100);
  expect(textOf(dearer)).toContain('will send it by Saturday, 28 November');
  expect(textOf(dearer)).toContain('Please pay the difference, ₹202, in cash');
  const cheaper = asked(1900);
  expect(textOf(cheaper)).toContain('It costs ₹198 less');
  expect(textOf(cheaper)).not.toContain('in cash');
  const sent: OrderEvent = { at, type: 'exchangeSent', products, carrier: 'Blue Dart' };
  expect(textOf(dearer, sent)).toContain('handed to Blue Dart');
  expect(textOf(dearer, sent)).toContain('Please pay the difference, ₹202, in cash');
  const done = (cash: number): OrderEvent => ({ at, type: 'exchanged', products, cash });
  expect(textOf(dearer, sent, done(202))).toContain('You have paid ₹202 in cash.');
  expect(textOf(cheaper, sent, done(0))).toContain('We will pay ₹198 back the way you paid.');
  const back: OrderEvent = { at, type: 'refunded', cause: 2, amount: 198 };
  expect(textOf(cheaper, sent, done(0), back)).toContain('size\u00a0L: ₹198');
  const declined: OrderEvent = { at, type: 'exchangeDeclined', products, reason: 'It was worn' };
  expect(textOf(dearer, declined)).toContain('It was worn');
  expect(textOf(dearer, { at, type: 'exchangeExpired', products })).toContain('no longer reserved');
  const withdrawn: OrderEvent = { at, type: 'exchangeWithdrawn', products };
  expect(mailAbout(orderWith(dearer, withdrawn), withdrawn)).toBeUndefined();
});
