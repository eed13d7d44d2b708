// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { type Occurrence, watchErrors } from './watch-errors.ts';

const errors = watchErrors();
const found: Occurrence[] = [];

const rejection = (reason: unknown) =>
  Object.assign(new Event('unhandledrejection'), { reason, promise: Promise.resolve() });

test('an error that a remote has caught is collected again if it is thrown where nobody catches it', () => {
  const watch = watchErrors();
  const events: string[] = [];
  watch.connect(({ event }) => events.push(event));
  const error = new Error('of a promise that two components use');
  watch.add({ event: 'caught', error });
  watch.add({ event: 'error', error });
  watch.add({ event: 'error', error });
  expect(events).toEqual(['caught', 'error']);
});

test('an error before anything can receive it is passed on later, with the page on which it happened', () => {
  history.replaceState(null, '', '/product/7?email=asha@patchwork.example');
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('early'), message: 'early' }));
  history.replaceState(null, '', '/cart');
  errors.connect((occurrence) => found.push(occurrence));
  expect(found).toMatchObject([
    { event: 'error', error: { message: 'early' }, pathname: '/product/7' },
  ]);
});

test.each([
  [
    'an error that nothing catches',
    () => new ErrorEvent('error', { error: 'boom', message: '' }),
    'boom',
  ],
  [
    'an error of another origin',
    () => new ErrorEvent('error', { message: 'Script error.' }),
    'Script error.',
  ],
  ['a rejected promise', () => rejection('no'), 'no'],
])('%s is received', (_, happen, error) => {
  history.replaceState(null, '', '/cart');
  found.length = 0;
  window.dispatchEvent(happen());
  expect(found).toMatchObject([{ event: 'error', error, pathname: '/cart' }]);
});

test('an error that several places catch is received once', () => {
  found.length = 0;
  const error = new Error('one');
  errors.add({ event: 'error', error });
  window.dispatchEvent(rejection(error));
  expect(found).toHaveLength(1);
});

test.each([
  ['https://evil.example/pixel?email=asha', 'img-src refused https://evil.example'],
  ['inline', 'img-src refused inline'],
])('an address that the policy refused is received without its path: %s', (blockedURI, error) => {
  found.length = 0;
  const violation = Object.assign(new Event('securitypolicyviolation'), {
    ...{ effectiveDirective: 'img-src', blockedURI },
  });
  document.dispatchEvent(violation);
  expect(found).toMatchObject([{ event: 'violation', error }]);
});

test('a second receiver gets nothing', () => {
  const second: Occurrence[] = [];
  errors.connect((occurrence) => second.push(occurrence));
  errors.add({ event: 'error', error: 'late' });
  expect(second).toEqual([]);
});
