import { expect, test } from 'vitest';
import { line } from '../testing/fakes.ts';
import { cartRules } from './cart-rules.ts';
import { ask, emptyList, loaded, resumed, sendNext, shownItems } from './queue.ts';

// Found by sync.properties.test.ts with seed 3: the line came back, and stayed.
test('a list asked for before the sender found out what the server has is not taken over', () => {
  const before = [line('shirt', 2)];
  const start = loaded(cartRules, emptyList, before, 0);
  const asked = ask(cartRules, start, { type: 'remove', productId: 'shirt' });
  const sent = sendNext(cartRules, asked, 'shirt');
  // Another tab asks for the list, the answer to the removal is lost, and the sender asks too.
  const found = resumed(cartRules, sent, []);
  const late = loaded(cartRules, found, before, sent.revision);
  expect(shownItems(cartRules, late)).toEqual([]);
});
