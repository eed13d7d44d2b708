import { expect, test } from 'vitest';
import { messages, stateFile, time } from './testing-types.ts';

const cart = (add: string) => `
export interface CartApi { ${add} }
export interface Emptied extends CartApi { empty: () => void }
export declare const cart: Emptied;`;

const asking =
  "import { cart } from '@patchwork/shop'; cart.empty(); export const Component = () => null;";

test('a property that takes less than it did', { timeout: time }, async () => {
  const found = await messages({
    shell: { [stateFile]: cart('add: (item: string) => void') },
    remote: {
      [stateFile]: cart('add: (item: string | number) => void'),
      'mfe-shop/src/exposes/Home.tsx': asking,
    },
  });
  expect(found).toMatchInlineSnapshot(`
    [
      "imported names: mfe-shop/src/exposes/Home.tsx of mfe-shop 1.1.0-aaaaaaaaaa imports cart from @patchwork/shop, which shell 1.0.0-bbbbbbbbbb gives another type. Type 'number' is not assignable to type 'string'. Keep the old type, give the new one a new name, or publish both in one command.",
    ]
  `);
});

test('a property that takes more than it did, in one more overload', {
  timeout: time,
}, async () => {
  const more = cart('add: { (item: string): this; (item: number, count?: number): this }');
  const found = await messages({
    shell: { [stateFile]: more },
    remote: {
      [stateFile]: cart('add: (item: string) => void'),
      'mfe-shop/src/exposes/Home.tsx': asking,
    },
  });
  expect(found).toEqual([]);
});

test('a class with a private member is refused, though both declare the same', {
  timeout: time,
}, async () => {
  const files = {
    [stateFile]: `
export class Cart { private items = 0; empty(): void { this.items = 0; } }
export const cart = new Cart();`,
    'mfe-shop/src/exposes/Home.tsx': asking,
  };
  expect(await messages({ shell: files, remote: files })).toEqual([
    expect.stringContaining('imports cart from @patchwork/shop, which shell'),
  ]);
});
