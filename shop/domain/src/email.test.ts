import { expect, test } from 'vitest';
import { parseEmail } from './email.ts';

test.each([
  ['a.b+tag@shop.example', 'a.b+tag@shop.example'],
  ['  Meera@Shop.Example\t', 'Meera@Shop.Example'],
  ["o'neil_{1}@shop.example", "o'neil_{1}@shop.example"],
  ['a@b', 'a@b'],
  ['a@1.shop.example', 'a@1.shop.example'],
  ['मीरा@shop.example', 'मीरा@shop.example'],
  ['e\u0301@shop.example', 'é@shop.example'],
  ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
])('%j is the address %j', (typed, address) => {
  expect(parseEmail(typed)).toBe(address);
  expect(parseEmail(address)).toBe(address);
});

test.each([
  ...['', '@', 'meera', 'meera@', '@shop.example', 'a b@shop.example', 'a@b@shop.example'],
  ...['<a@shop.example>', 'x<a@shop.example>', 'Meera <a@shop.example>', 'a@shop.example>'],
  ...['a,b@shop.example', 'a@shop.example,b@shop.example', 'a@shop.example;x', 'x:a@shop.example'],
  ...['a@shop.example(c)', '(c)a@shop.example', '"a b"@shop.example', '"a"@shop.example'],
  ...['a@shop.example.', 'a.@shop.example', '.a@shop.example', 'a..b@shop.example'],
  ...[
    'a@.shop.example',
    'a@shop..example',
    'a@-shop.example',
    'a@shop-.example',
    'a@shop_x.example',
  ],
  ...['a@127.0.0.1', 'a@[127.0.0.1]', 'a@2130706433', 'a@shop.example/x', 'a@shop.example:25'],
  ...[
    'a\u200b@shop.example',
    'a\ufe0f@shop.example',
    'a@sh\u00adop.example',
    'a\u0007@shop.example',
  ],
  ...['a@shop\u3002example', 'a@\uff42.example', '\uff41@shop.example', 'a\uff20shop.example'],
  ...['a\r\nBcc: b@shop.example', 'a@shop.example\r\nBcc: b@shop.example', 'a\u2028@shop.example'],
  ...[
    `${'a'.repeat(65)}@shop.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}example`,
  ],
])('%j is no address', (typed) => {
  expect(parseEmail(typed)).toBeUndefined();
});
