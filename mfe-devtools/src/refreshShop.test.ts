import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { expect, test, vi } from 'vitest';
import { refreshShop } from './refreshShop.ts';

/** A page whose queries wait until the test answers them, in the order in which they were asked. */
function openPage() {
  const store = createStore();
  store.set(queryClientAtom, new QueryClient());
  const asked: { readonly name: string; readonly answer: (value: string) => void }[] = [];
  const look = (name: string) => {
    const queryFn = () => new Promise<string>((answer) => asked.push({ name, answer }));
    const options = { queryKey: [name], queryFn, staleTime: Number.POSITIVE_INFINITY };
    const seen: unknown[] = [];
    const observer = new QueryObserver(store.get(queryClientAtom), options);
    return { seen, leave: observer.subscribe(({ data }) => seen.push(data)) };
  };
  return { store, look, asked, names: () => asked.map(({ name }) => name) };
}

test('what the page shows is asked for again, the rest when it is looked at', async () => {
  const { store, look, asked, names } = openPage();
  const shown = look('products');
  const left = look('categories');
  for (const { answer } of asked) answer('old');
  await vi.waitFor(() => expect([shown.seen.at(-1), left.seen.at(-1)]).toEqual(['old', 'old']));
  left.leave();

  void refreshShop(store);
  await vi.waitFor(() => expect(names()).toEqual(['products', 'categories', 'products']));
  asked[2]?.answer('new');
  await vi.waitFor(() => expect(shown.seen.at(-1)).toBe('new'));
  look('categories');
  expect(names().at(-1)).toBe('categories');
});

test('an answer that is still on its way has the old data, and is not waited for', async () => {
  const { store, look, asked } = openPage();
  const { seen } = look('products');
  void refreshShop(store);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[0]?.answer('old');
  asked[1]?.answer('new');
  await vi.waitFor(() => expect(seen.at(-1)).toBe('new'));
  expect(seen).not.toContain('old');
});
