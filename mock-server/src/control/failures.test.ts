// @vitest-environment happy-dom

import type { EndpointName } from '@patchwork/api';
import axios from 'axios';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, leave, logIn, openBrowser } from '../test-support.ts';
import type { Failure, MockControl } from './control.ts';
import { createFailures } from './failures.ts';

let control: MockControl;

beforeEach(async () => {
  ({ control } = await openBrowser());
});

afterEach(leave);

const failListing = (as: Failure['as'], rate = 1) =>
  control.changeSettings({ failures: { listProducts: { rate, as } } });

describe('a lost connection looks like a real one', () => {
  beforeEach(() => void failListing('network'));

  test('to fetch', async () => {
    await expect(fetch('/api/products')).rejects.toThrow(new TypeError('Failed to fetch'));
  });

  test.each(['fetch', 'xhr'] as const)("to axios's %s adapter", async (adapter) => {
    const pending = axios.get('/api/products', { adapter });
    await expect(pending).rejects.toMatchObject({ code: 'ERR_NETWORK', message: 'Network Error' });
  });

  test('to XMLHttpRequest', async () => {
    const request = new XMLHttpRequest();
    const seen: string[] = [];
    request.open('GET', '/api/products');
    for (const type of ['readystatechange', 'load', 'error', 'loadend']) {
      request.addEventListener(type, () => seen.push(`${type} ${request.readyState}`));
    }
    await new Promise((done) => {
      request.onloadend = done;
      request.send();
    });
    expect(seen.filter((event) => event.endsWith('4'))).toEqual([
      'readystatechange 4',
      'error 4',
      'loadend 4',
    ]);
    expect(request.status).toBe(0);
  });

  test('to the shop', async () => {
    expect(await connect().listProducts({})).toMatchObject({
      error: { kind: 'network', message: 'Network Error' },
    });
  });

  test('only after the delay; an abort before that is still an abort', async () => {
    control.changeSettings({ delay: 60 });
    const began = performance.now();
    await expect(fetch('/api/products')).rejects.toThrow(TypeError);
    expect(performance.now() - began).toBeGreaterThanOrEqual(55);
    const controller = new AbortController();
    const pending = fetch('/api/products', { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('other calls succeed', async () => {
    expect(await connect().listCategories({})).toMatchObject({ ok: true });
  });
});

test.each([400, 401, 404, 422, 429, 500, 503, 599])(
  'a failure with status %i has the API’s error format and a header that marks it',
  async (status) => {
    failListing(status);
    const answer = await fetch('/api/products');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-mock-failure')).toBe('listProducts');
    const message = 'The mock fails listProducts on purpose.';
    const code = 'failedOnPurpose';
    const body = status === 500 ? { error: { message }, code } : { errors: [message], code };
    expect(await answer.json()).toEqual(body);
  },
);

test('an unintended failure lacks the header', async () => {
  expect((await fetch('/api/products/no')).headers.has('x-mock-failure')).toBe(false);
});

test('a failed call changes nothing', async () => {
  const api = await logIn();
  const { tables } = control.read();
  control.changeSettings({ failures: { addToCart: { rate: 1, as: 500 } } });
  const product = await api.getProduct({ productId: 'puddle-raincoat' });
  if (!product.ok) throw new Error('no product');
  expect(await api.addToCart({ body: product.value })).toMatchObject({ ok: false });
  expect(control.read().tables).toBe(tables);
});

test('the delay can be changed while the shop runs', async () => {
  const time = async () => {
    const began = performance.now();
    await connect().listCategories({});
    return performance.now() - began;
  };
  control.changeSettings({ delay: 150 });
  expect(await time()).toBeGreaterThanOrEqual(145);
  control.changeSettings({ delay: 0 });
  // Minimum of three runs, because a busy machine may delay one.
  const times = [await time(), await time(), await time()];
  expect(Math.min(...times)).toBeLessThan(145);
});

const calls = (count: number, name: EndpointName = 'listProducts') =>
  Array.from({ length: count }, () => name);

function outcomes(names: readonly EndpointName[], seed: number, rate = 0.5) {
  const failures = createFailures();
  return names.map((name) => failures.isNext(name, rate, seed));
}

test('the same seed and calls fail in the same way; another seed fails differently', () => {
  const once = outcomes(calls(100), 1);
  expect(outcomes(calls(100), 1)).toEqual(once);
  expect(outcomes(calls(100), 2)).not.toEqual(once);
});

test('calls of other endpoints in between do not affect which calls fail', () => {
  const alone = outcomes(calls(50), 7);
  const mixed = calls(50).flatMap((name): EndpointName[] => ['getCart', name, 'getCart']);
  expect(outcomes(mixed, 7).filter((_, at) => at % 3 === 1)).toEqual(alone);
});

test('two endpoints fail at different calls', () => {
  expect(outcomes(calls(100, 'getCart'), 7)).not.toEqual(outcomes(calls(100), 7));
});

test('the failure rate matches the setting, over many calls of one seed and over the first calls of many seeds', () => {
  const share = (failed: readonly boolean[]) => failed.filter(Boolean).length / failed.length;
  const third = 1 / 3;
  expect(share(outcomes(calls(5000), 3, third))).toBeCloseTo(1 / 3, 1);
  const firsts = Array.from({ length: 2000 }, (_, seed) => outcomes(calls(1), seed, third));
  expect(share(firsts.flat())).toBeCloseTo(1 / 3, 1);
});

test('a rate of 0 never fails, a rate of 1 always', () => {
  expect(outcomes(calls(200), 5, 0)).not.toContain(true);
  expect(outcomes(calls(200), 5, 1)).not.toContain(false);
});

test('a call that fails at some rate fails at every higher rate', () => {
  const low = outcomes(calls(200), 5, 0.2);
  const high = outcomes(calls(200), 5, 0.6);
  expect(low).toContain(true);
  expect(high.filter((_, at) => low[at])).not.toContain(false);
});

test('a restart counts from the first call', () => {
  const failures = createFailures();
  const run = () => calls(30).map((name) => failures.isNext(name, 0.5, 9));
  const once = run();
  expect(run()).not.toEqual(once);
  failures.restart();
  expect(run()).toEqual(once);
});
