import { lineItemSchema } from '@patchwork/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { aProduct, memoryStorage } from '../testing/fakes.ts';
import { cartRules } from './cart-rules.ts';
import { ask, emptyList } from './queue.ts';
import { openLedger } from './stored-queue.ts';

const key = 'patchwork:cart:meera@example.in';
function open(storage: Storage, onChange = () => {}) {
  vi.stubGlobal('localStorage', storage);
  return openLedger({ key, item: lineItemSchema, onChange });
}
const add = (ledger: ReturnType<typeof open>, id = 'shirt') =>
  ledger.update((state) => ask(cartRules, state, { type: 'add', product: aProduct(id) }));
const waiting = (ledger: ReturnType<typeof open>) =>
  ledger.read().lines.map(({ productId }) => productId);

afterEach(() => vi.unstubAllGlobals());

test('what waits is there after a reload', () => {
  const storage = memoryStorage();
  add(open(storage));
  expect(waiting(open(storage))).toEqual(['shirt']);
});

test.each([
  'not json',
  'null',
  '{"version":0,"list":{}}',
  '{"version":2,"list":{"known":[{"quantity":0}],"isKnown":true,"lines":[],"revision":0,"touched":{},"resumedAt":0}}',
  '{"version":2,"list":{"known":[],"isKnown":true,"lines":[{"productId":"a","sent":{"type":"burn"},"waiting":[]}],"revision":0,"touched":{},"resumedAt":0}}',
])('garbage is discarded: %s', (garbage) => {
  expect(open(memoryStorage({ [key]: garbage })).read()).toEqual(emptyList);
});

test.each(['getItem', 'setItem', 'removeItem'] as const)(
  'a storage whose %s throws leaves the list in memory',
  (broken) => {
    const ledger = open({
      ...memoryStorage(),
      [broken]: () => {
        throw new DOMException('refused', 'QuotaExceededError');
      },
    });
    add(ledger);
    add(ledger, 'dress');
    expect(waiting(ledger)).toEqual(['shirt', 'dress']);
  },
);

test('a storage that became full keeps no older list: its changes would go out again', () => {
  const storage = memoryStorage();
  const ledger = open(storage);
  add(ledger);
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  add(ledger, 'dress');
  expect(storage.getItem(key)).toBeNull();
  expect(waiting(ledger)).toEqual(['shirt', 'dress']);
});

test('another tab’s changes are kept beside one’s own, before its event has come', () => {
  const storage = memoryStorage();
  const [one, other] = [open(storage), open(storage)];
  add(one);
  add(other, 'dress');
  one.follow();
  expect(waiting(one)).toEqual(['shirt', 'dress']);
});
