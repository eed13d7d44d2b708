import { act, cleanup, render, screen } from '@testing-library/react';
import { atom, createStore, Provider, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { observedStore } from './observed-store.ts';

afterEach(cleanup);

const countAtom = atom(0);
const addAtom = atom(null, (get, set, amount: number) => set(countAtom, get(countAtom) + amount));

test('both stores hold the same values, and only writes to the observed one are reported', () => {
  const plain = createStore();
  const onWrite = vi.fn();
  const observed = observedStore(plain, onWrite);
  const listener = vi.fn();
  observed.sub(countAtom, listener);
  plain.set(countAtom, 1);
  expect(onWrite).not.toHaveBeenCalled();
  observed.set(addAtom, 2);
  expect(onWrite.mock.calls).toEqual([[addAtom]]);
  expect([plain.get(countAtom), observed.get(countAtom)]).toEqual([3, 3]);
  expect(listener).toHaveBeenCalledTimes(2);
});

const nameAtom = atom(async (get) => (get(countAtom) === 0 ? 'none' : 'some'));

function Name() {
  return <p>{useAtomValue(nameAtom)}</p>;
}

test('React reads an atom that holds a promise', async () => {
  const store = observedStore(createStore(), () => undefined);
  await act(async () => {
    render(
      <Provider store={store}>
        <Suspense fallback="loading">
          <Name />
        </Suspense>
      </Provider>,
    );
  });
  expect(await screen.findByText('none')).toBeTruthy();
  await act(async () => store.set(countAtom, 1));
  expect(await screen.findByText('some')).toBeTruthy();
});
