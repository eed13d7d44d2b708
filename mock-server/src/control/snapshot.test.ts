// @vitest-environment happy-dom
import { sampleProducts } from '@patchwork/api/sample-data';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addToCart, connect, leave, listRepeatedly, logIn, openBrowser } from '../test-support.ts';
import type { MockControl, MockSnapshot } from './control.ts';

const [product] = sampleProducts;
if (!product) throw new Error('the sample has products');

let control: MockControl;

beforeEach(async () => {
  ({ control } = await openBrowser());
});

afterEach(leave);

const body = { email: 'meera@patchwork.example', password: 'only-mine', name: 'Meera Das' };

const openOtherBrowser = async (): Promise<MockControl> => (await openBrowser()).control;

const overTheWire = (snapshot: MockSnapshot): unknown => JSON.parse(JSON.stringify(snapshot));

test('the snapshot of a new mock contains no steps', () => {
  expect(control.exportSnapshot()).toEqual({
    scenario: 'sample',
    settings: { delay: 0, seed: expect.any(Number), failures: {} },
    difference: [],
  });
});

test('a snapshot that is imported in another browser recreates the same shop', async () => {
  control.playScenario('out-of-stock');
  control.changeSettings({ delay: 1, seed: 9, failures: { getCart: { rate: 0.5, as: 503 } } });
  control.editRow('products', product._id, { ...product, price: '7' });
  control.removeRow('products', 'puddle-raincoat');
  await addToCart(await logIn(), 'chikankari-tunic');
  const { tables, settings, scenario } = control.read();
  const snapshot = overTheWire(control.exportSnapshot());
  const other = await openOtherBrowser();
  expect(other.importSnapshot(snapshot)).toEqual({ ok: true, value: undefined });
  expect(other.read()).toMatchObject({ tables, settings, scenario });
  expect(other.read().changes.at(-1)?.cause).toBe('Imported a snapshot');
});

test('the same calls fail after an import as before the export', async () => {
  control.changeSettings({ seed: 42, failures: { listProducts: { rate: 0.5, as: 'network' } } });
  const before = await listRepeatedly();
  expect(new Set(before).size).toBe(2);
  const snapshot = overTheWire(control.exportSnapshot());
  const other = await openOtherBrowser();
  await listRepeatedly();
  other.importSnapshot(snapshot);
  expect(await listRepeatedly()).toEqual(before);
});

test('a snapshot contains no password that a user chose, and every user can log in after an import', async () => {
  await connect().signup({ body });
  const [asha] = control.read().tables.users;
  control.editRow('users', 'asha-rao', { ...asha, password: 'mine-too' });
  const snapshot = overTheWire(control.exportSnapshot());
  expect(JSON.stringify(snapshot)).not.toMatch(/only-mine|mine-too/);
  const other = await openOtherBrowser();
  expect(other.importSnapshot(snapshot)).toMatchObject({ ok: true });
  await logIn(body.email, 'reproduction');
  await logIn('asha@patchwork.example', 'reproduction');
});

test('a snapshot contains no token of a mailed link', async () => {
  await connect().signup({ body });
  await connect().askPasswordReset({ body });
  const { account } = control.read().tables.users.at(-1) ?? {};
  expect(account?.tokens.map(({ kind }) => kind)).toEqual(['confirmEmail', 'resetPassword']);
  const snapshot = JSON.stringify(control.exportSnapshot());
  for (const { token } of account?.tokens ?? []) expect(snapshot).not.toContain(token);
});

describe('a faulty snapshot is refused with the reason, and nothing changes', () => {
  const snapshot = {
    scenario: 'sample',
    settings: { delay: 0, seed: 1, failures: {} },
    difference: [],
  };
  const steps = (...difference: unknown[]) => ({ ...snapshot, difference });
  const at = `/products/${product._id}`;

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'snapshot: is not JSON'],
    ['null', null, 'snapshot: is an object'],
    ['a text', 'snapshot', 'snapshot: is an object'],
    ['no scenario', { ...snapshot, scenario: undefined }, 'snapshot: scenario is missing'],
    [
      'an unknown scenario',
      { ...snapshot, scenario: 'x' },
      'snapshot: scenario is no scenario of this mock',
    ],
    ['a prototype', { ...snapshot, scenario: '__proto__' }, 'snapshot: scenario is no scenario'],
    [
      'settings out of range',
      { ...snapshot, settings: { ...snapshot.settings, delay: 1e9 } },
      'snapshot: settings.delay is a whole number',
    ],
    ['a surplus field', { ...snapshot, script: 'x' }, 'snapshot: script is no field of it'],
    [
      'an unknown step',
      steps({ op: 'move', from: at, path: '/users/x' }),
      'snapshot: difference.0.op is',
    ],
    ['a step without path', steps({ op: 'remove' }), 'snapshot: difference.0.path is missing'],
    [
      'a row that breaks its schema',
      steps({ op: 'replace', path: `${at}/price`, value: '1.5' }),
      `products/${product._id}: price is a whole number written as text`,
    ],
    [
      'too many steps',
      steps(...Array.from({ length: 20_001 }, () => ({ op: 'remove', path: at }))),
      'snapshot: difference has more than 20000 steps',
    ],
    [
      'too much text',
      steps({ op: 'replace', path: `${at}/title`, value: 'x'.repeat(2_000_001) }),
      'snapshot: has more than 2000000 characters',
    ],
  ])('%s', async (_, input, message) => {
    await addToCart(await logIn(), 'chikankari-tunic');
    const before = control.read();
    const stored = [localStorage.getItem('patchwork:mock-users'), sessionStorage.length];
    const result = control.importSnapshot(input);
    expect(result.ok ? [] : result.error).toContainEqual(expect.stringContaining(message));
    expect(control.read()).toBe(before);
    expect([localStorage.getItem('patchwork:mock-users'), sessionStorage.length]).toEqual(stored);
  });
});
