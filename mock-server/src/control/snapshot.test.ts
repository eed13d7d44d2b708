// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleProducts } from '../data/sample-products.ts';
import { addToCart, connect, leave, load, logIn } from '../test-support.ts';
import type { MockControl, MockParcel } from './control.ts';

const [product] = sampleProducts;
if (!product) throw new Error('the sample has products');

let control: MockControl;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  ({ control } = await load());
});

afterEach(leave);

const body = { email: 'meera@patchwork.example', password: 'only-mine', name: 'Meera Das' };

/** Another developer's browser. */
async function elsewhere(): Promise<MockControl> {
  localStorage.clear();
  sessionStorage.clear();
  return (await load()).control;
}

const overTheWire = (parcel: MockParcel): unknown => JSON.parse(JSON.stringify(parcel));

test('an untouched mock packs next to nothing', () => {
  expect(control.pack()).toEqual({
    scenario: 'sample',
    settings: { delay: 0, seed: expect.any(Number), failures: {} },
    difference: [],
  });
});

test('unpacked elsewhere, it is the same shop', async () => {
  control.play('out-of-stock');
  control.change({ delay: 1, seed: 9, failures: { getCart: { rate: 0.5, as: 503 } } });
  control.edit('products', product._id, { ...product, price: '7' });
  control.remove('products', 'puddle-raincoat');
  await addToCart(await logIn(), 'chikankari-tunic');
  const { tables, settings, scenario } = control.read();
  const parcel = overTheWire(control.pack());
  const other = await elsewhere();
  expect(other.unpack(parcel)).toEqual({ ok: true, value: undefined });
  expect(other.read()).toMatchObject({ tables, settings, scenario });
  expect(other.read().snapshots.at(-1)?.cause).toBe('Unpacked a parcel');
});

test('the same calls fail as they did for whoever packed it', async () => {
  const calls = async () => {
    const results = [];
    for (let call = 0; call < 20; call += 1) results.push((await connect().listProducts({})).ok);
    return results;
  };
  control.change({ seed: 42, failures: { listProducts: { rate: 0.5, as: 'network' } } });
  const before = await calls();
  expect(new Set(before).size).toBe(2);
  const parcel = overTheWire(control.pack());
  const other = await elsewhere();
  await calls();
  other.unpack(parcel);
  expect(await calls()).toEqual(before);
});

test('no password that someone chose is in it, and everyone can log in all the same', async () => {
  await connect().signup({ body });
  const [asha] = control.read().tables.users;
  control.edit('users', 'asha-rao', { ...asha, password: 'mine-too' });
  const parcel = overTheWire(control.pack());
  expect(JSON.stringify(parcel)).not.toMatch(/only-mine|mine-too/);
  const other = await elsewhere();
  expect(other.unpack(parcel)).toMatchObject({ ok: true });
  await logIn(body.email, 'reproduction');
  await logIn('asha@patchwork.example', 'reproduction');
});

describe('refused, with the reason, and nothing changed', () => {
  const parcel = {
    scenario: 'sample',
    settings: { delay: 0, seed: 1, failures: {} },
    difference: [],
  };
  const steps = (...difference: unknown[]) => ({ ...parcel, difference });
  const at = `/products/${product._id}`;

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'parcel: is not JSON'],
    ['null', null, 'parcel: is an object'],
    ['a text', 'parcel', 'parcel: is an object'],
    ['no scenario', { ...parcel, scenario: undefined }, 'parcel: scenario is missing'],
    [
      'an unknown one',
      { ...parcel, scenario: 'x' },
      'parcel: scenario is no scenario of this mock',
    ],
    ['its prototype', { ...parcel, scenario: '__proto__' }, 'parcel: scenario is no scenario'],
    [
      'settings out of range',
      { ...parcel, settings: { ...parcel.settings, delay: 1e9 } },
      'parcel: settings.delay is a whole number',
    ],
    ['a surplus field', { ...parcel, script: 'x' }, 'parcel: script is no field of it'],
    [
      'an unknown step',
      steps({ op: 'move', from: at, path: '/users/x' }),
      'parcel: difference.0.op is',
    ],
    ['a step without path', steps({ op: 'remove' }), 'parcel: difference.0.path is missing'],
    [
      'a row that is gone',
      steps({ op: 'remove', path: '/products/no' }),
      '/products/no: there is no',
    ],
    [
      'a row that breaks its schema',
      steps({ op: 'replace', path: `${at}/price`, value: '1.5' }),
      `products/${product._id}: price is a whole number written as text`,
    ],
    [
      'a way to the prototype',
      steps({ op: 'add', path: '/products/__proto__/polluted', value: 1 }),
      'leads to a name that is reserved',
    ],
    [
      'a prototype in a value',
      JSON.parse('{"scenario":"sample","__proto__":{"polluted":1}}'),
      'parcel: has a field named __proto__',
    ],
    [
      'too many steps',
      steps(...Array.from({ length: 20_001 }, () => ({ op: 'remove', path: at }))),
      'parcel: difference has more than 20000 steps',
    ],
    [
      'too much text',
      steps({ op: 'replace', path: `${at}/title`, value: 'x'.repeat(2_000_001) }),
      'parcel: has more than 2000000 characters',
    ],
  ])('%s', async (_, input, sentence) => {
    await addToCart(await logIn(), 'chikankari-tunic');
    const before = control.read();
    const stored = [localStorage.getItem('patchwork.mock.v1'), sessionStorage.length];
    const result = control.unpack(input);
    expect(result.ok ? [] : result.error).toContainEqual(expect.stringContaining(sentence));
    expect(control.read()).toBe(before);
    expect([localStorage.getItem('patchwork.mock.v1'), sessionStorage.length]).toEqual(stored);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
