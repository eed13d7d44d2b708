import { type Address, formatRupees } from '@patchwork/domain';
import type { Mail, MailLine } from './mails.ts';
import { type Block, writeHtml, writeText } from './write.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Content of a mail, before it is formatted as text and HTML. */
interface Draft {
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

const text = (value: string): Block => ({ type: 'text', text: value });
const note = (value: string): Block => ({ type: 'note', text: value });
const link = (label: string, url: string): Block => ({ type: 'link', label, url });

const table = (lines: readonly MailLine[], total?: number, fee?: number): Block => ({
  type: 'table',
  rows: [
    ...lines.map(({ title, size, quantity, total: price }) => ({
      name: `${quantity > 1 ? `${quantity}\u00a0×\u00a0` : ''}${title}, size\u00a0${size}`,
      value: formatRupees(price),
    })),
    ...(fee === undefined ? [] : [{ name: 'Cash on delivery', value: formatRupees(fee) }]),
  ],
  ...(total !== undefined && { sum: { name: 'Total', value: formatRupees(total) } }),
});

function addressBlocks(address: Address | undefined): Block[] {
  if (!address) return [];
  const { name, houseNumber, street, city, state, pinCode } = address;
  const lines = [name, `${houseNumber}, ${street}`, `${city}, ${state} ${pinCode}`];
  return [{ type: 'facts', title: 'Delivery address', lines }];
}

/*
 * Mails contain no greeting with a name, and no address before the email is confirmed. Anyone can sign up with someone
 * else's email, and could otherwise send that person a message on behalf of the shop.
 */

type ExchangeData = Extract<Mail, { readonly kind: 'orderExchange' }>['data'];

const dayFormat = new Intl.DateTimeFormat('en-IN', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Asia/Kolkata' },
});

/** Returns the paragraph about a sum, if there is one. */
const ifAny = (sum: number, say: (sum: string) => string): Block[] =>
  sum > 0 ? [text(say(formatRupees(sum)))] : [];

function draftExchange(data: ExchangeData, orders: Block): Draft {
  const { number, lines } = data;
  const isOne = lines.length === 1;
  const payAtDoor = (cash: number) =>
    ifAny(cash, (sum) => `Please pay the difference, ${sum}, in cash when the pieces are swapped.`);
  const returns = note(
    'You keep the piece that you have. In your orders you see until when you can return it.',
  );
  switch (data.step) {
    case 'asked':
      return {
        subject: `Exchange for your order ${number}`,
        heading: 'Your exchange is requested',
        blocks: [
          text(
            `For order ${number} we have reserved this piece, and will send it by ${dayFormat.format(new Date(data.until))}:`,
          ),
          table(lines),
          ...payAtDoor(data.cash),
          ...ifAny(data.amount, (sum) => `It costs ${sum} less, which you get back after that.`),
          orders,
          note('Until it is sent, you can withdraw the exchange there.'),
        ],
      };
    case 'declined':
      return {
        subject: `Your exchange for order ${number} is declined`,
        heading: 'Your exchange is declined',
        blocks: [
          text(`We can’t exchange it for this piece: ${data.reason}`),
          table(lines),
          orders,
          returns,
        ],
      };
    case 'sent':
      return {
        subject: `The exchange for your order ${number} is on its way`,
        heading: 'Your exchange is on its way',
        blocks: [
          text(
            `It was handed to ${data.carrier}. Keep the piece that you have ready: they are swapped at your door.`,
          ),
          ...payAtDoor(data.cash),
          ...(data.trackingUrl === undefined ? [] : [link('Track the parcel', data.trackingUrl)]),
          table(lines),
          ...(data.trackingUrl === undefined ? [orders] : []),
        ],
      };
    case 'done':
      return {
        subject: `Your order ${number} is exchanged`,
        heading: 'Your exchange is complete',
        blocks: [
          text(`Of order ${number}, you now have ${isOne ? 'this piece' : 'these pieces'}:`),
          table(lines),
          ...ifAny(data.cash, (sum) => `You have paid ${sum} in cash.`),
          ...ifAny(data.amount, (sum) =>
            data.byHand
              ? `We will transfer ${sum} to you, and write to you about it.`
              : `We will pay ${sum} back the way you paid.`,
          ),
          orders,
          note('The return period starts again today.'),
        ],
      };
    case 'expired':
      return {
        subject: `The exchange for your order ${number} has ended`,
        heading: 'Your exchange has ended',
        blocks: [
          text('We are sorry: we could not send this piece in time, and it is no longer reserved.'),
          table(lines),
          orders,
          returns,
        ],
      };
  }
}

function draft({ kind, data }: Mail, shopUrl: string): Draft {
  const orders = link('See your orders', `${shopUrl}/orders`);
  switch (kind) {
    case 'orderPlaced':
      return {
        subject: `Your order ${data.number}`,
        heading: 'Thank you for your order',
        blocks: [
          text(
            data.cashOnDelivery
              ? `Order ${data.number} is placed. Please pay ${formatRupees(data.total)} in cash when it arrives. We will write again when it is on its way.`
              : `Order ${data.number} is placed and paid. We will write again when it is on its way.`,
          ),
          table(data.lines, data.total, data.cashOnDelivery?.fee),
          ...addressBlocks(data.address),
          orders,
          note('Until it is packed, you can cancel it there.'),
        ],
      };
    case 'orderShipped':
      return {
        subject: `Your order ${data.number} is on its way`,
        heading: 'Your order is on its way',
        blocks: [
          text(`Order ${data.number} was handed to ${data.carrier}.`),
          ...(data.cash === undefined
            ? []
            : [text(`Please pay ${formatRupees(data.cash)} in cash when it arrives.`)]),
          ...(data.trackingUrl === undefined ? [] : [link('Track the parcel', data.trackingUrl)]),
          table(data.lines),
          ...addressBlocks(data.address),
          ...(data.trackingUrl === undefined ? [orders] : []),
        ],
      };
    case 'orderCancelled': {
      const what = data.isWhole ? 'Your order' : 'Part of your order';
      return {
        subject: `${what} ${data.number} is cancelled`,
        heading: `${what} is cancelled`,
        blocks: [
          text(`These products of order ${data.number} are cancelled:`),
          table(data.lines),
          ...(data.amount > 0
            ? [text(`We will pay ${formatRupees(data.amount)} back the way you paid.`)]
            : []),
          ...(data.isUnpaid ? [text('You have paid nothing for them, and owe nothing.')] : []),
          orders,
        ],
      };
    }
    case 'orderRefunded':
      return {
        subject: `Refund for your order ${data.number}`,
        heading: `We have paid back ${formatRupees(data.amount)}`,
        blocks: [
          text(
            data.reference === undefined
              ? `The refund for order ${data.number} goes back the way you paid:`
              : `The refund for order ${data.number} was transferred to you, with the reference ${data.reference}:`,
          ),
          table(data.lines, data.amount),
          text('It can take a few days until your bank shows it.'),
          orders,
        ],
      };
    case 'orderExchange':
      return draftExchange(data, orders);
    case 'confirmEmail':
      return {
        subject: 'Confirm your email',
        heading: 'Confirm your email',
        blocks: [
          text('An account at Patchwork was opened with this email. If it is yours, confirm it.'),
          link('Confirm the email', `${shopUrl}/confirm-email#token=${data.token}`),
          note(
            'The link works once, within 7 days. If the account is not yours, ignore this mail.',
          ),
        ],
      };
    case 'resetPassword':
      return {
        subject: 'Choose another password',
        heading: 'Choose another password',
        blocks: [
          text('Someone asked to choose another password for your account at Patchwork.'),
          link('Choose a password', `${shopUrl}/reset-password#token=${data.token}`),
          note(
            'The link works once, within an hour. If it was not you, ignore this mail: your password stays as it is.',
          ),
        ],
      };
    case 'confirmStockAlert':
      return {
        subject: 'Shall we tell you when it is back?',
        heading: 'Shall we tell you when it is back?',
        blocks: [
          text(
            `Someone asked us to write to this address once ${data.title}, size\u00a0${data.size}, is in stock again.`,
          ),
          link('Yes, tell me', `${shopUrl}/stock-alert#confirm=${data.token}`),
          note(
            'The link works within a day. If it was not you, ignore this mail: we write no other.',
          ),
        ],
      };
    case 'backInStock':
      return {
        subject: 'It is back in stock',
        heading: `${data.title} is back`,
        blocks: [
          text(
            `${data.title}, size\u00a0${data.size}, is in stock again. We write this only once.`,
          ),
          link('See it', `${shopUrl}/productlist/${encodeURIComponent(data.productId)}`),
          link('End all such mails', `${shopUrl}/stock-alert#stop=${data.token}`),
        ],
      };
    case 'passwordChanged':
      return {
        subject: 'Your password was changed',
        heading: 'Your password was changed',
        blocks: [
          text(
            'The password of your account at Patchwork was changed by a link from a mail to you.',
          ),
          text(
            data.isEmptied
              ? 'This email had not been confirmed before, so anyone could have opened the account. Names, addresses, cart and wishlist were removed. Orders that were paid are kept.'
              : 'Every device is logged out. Anyone who was logged in could have added an address: look at your addresses before you order again.',
          ),
          link('See your addresses', `${shopUrl}/profile?tab=ADDRESSES`),
          note('If it was not you, choose another password at once, and write to us.'),
        ],
      };
  }
}

/** Invisible characters, which could add a line break or reverse the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

function clean<T>(value: T): T {
  if (typeof value === 'string') return value.replace(invisible, ' ') as T;
  if (Array.isArray(value)) return value.map(clean) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, clean(part)])) as T;
}

/**
 * Renders a mail. `shopUrl` is the shop's origin, for links. Values of the mail can add neither HTML nor line breaks.
 */
export function renderMail(mail: Mail, { shopUrl }: { readonly shopUrl: string }): RenderedMail {
  const { subject, heading, blocks } = draft(clean(mail), shopUrl);
  return {
    subject,
    text: writeText(heading, blocks, shopUrl),
    html: writeHtml({ subject, heading, blocks, shopUrl }),
  };
}
