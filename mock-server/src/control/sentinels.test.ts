// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearStorage, connect, leave, load, logIn } from '../test-support.ts';
import { sentinels } from './sentinel-list.ts';
import { emailSentinel, readDirectives } from './sentinels.ts';

beforeEach(clearStorage);

afterEach(leave);

const failed = { error: { kind: 'status', status: 500 } };

/** Tests that try each listed input. */
const exercises: Record<string, (input: string) => Promise<void>> = {
  'fail-500@patchwork.example': async (email) => {
    await load();
    const body = { email, password: 'any' };
    expect(await connect().login({ body })).toMatchObject(failed);
    expect(await connect().signup({ body })).toMatchObject(failed);
  },
  'expired@patchwork.example': async (email) => {
    await load();
    expect(await (await logIn(email)).getCart({})).toMatchObject({ error: { status: 401 } });
  },
  'unknown@patchwork.example': async (email) => {
    await load();
    expect(await (await logIn(email)).getCart({})).toMatchObject({ error: { status: 404 } });
  },
  'fail-500': async (id) => {
    await load();
    expect(await connect().getProduct({ productId: id })).toMatchObject(failed);
    expect(await connect().getCategory({ categoryId: id })).toMatchObject(failed);
  },
  'fail:<call>': async (word) => {
    await load(`?mock=${word.replace('<call>', 'listProducts')}`);
    expect(await connect().listProducts({})).toMatchObject(failed);
    expect(await connect().listProducts({})).toMatchObject(failed);
    expect(await connect().listCategories({})).toMatchObject({ ok: true });
  },
  'fail-once:<call>': async (word) => {
    await load(`?mock=${word.replace('<call>', 'listProducts')}`);
    expect(await connect().listProducts({})).toMatchObject(failed);
    expect(await connect().listProducts({})).toMatchObject({ ok: true });
  },
  empty: async (word) => {
    await load(`?mock=${word}`);
    expect(await connect().listProducts({})).toEqual({ ok: true, value: { products: [] } });
  },
  slow: async (word) => {
    const { control } = await load(`?mock=${word}`);
    expect(control.read().settings.delay).toBe(3000);
  },
};

test.each(sentinels)('$input', async ({ input }) => {
  expect.hasAssertions();
  await exercises[input]?.(input);
});

test('exactly the listed sentinels are tested here', () => {
  expect(Object.keys(exercises)).toEqual(sentinels.map(({ input }) => input));
});

test('without directives, nothing fails', () => {
  const directives = readDirectives('?search=kurta');
  const none = new Set();
  expect(directives).toEqual({ empty: false, slow: false, failing: none, failingOnce: none });
});

test('several directives are separated by commas or repeated', () => {
  const directives = readDirectives('?mock=slow,fail:getCart&category=MEN&mock=empty');
  expect(directives).toMatchObject({ empty: true, slow: true, failing: new Set(['getCart']) });
});

test.each(['fail:listProduct', 'fail', 'fali-once:getCart', 'toString', 'fail:toString'])(
  'an unknown word causes a warning: %s',
  (word) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    readDirectives(`?mock=${word}`);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining(word));
  },
);

test('a sentinel email is recognized in any case, other emails are not', () => {
  expect(emailSentinel('FAIL-500@patchwork.example')).toBe('fail');
  expect(emailSentinel('asha@patchwork.example')).toBeUndefined();
});
