import { createShopStore, queryClientOf } from '@patchwork/shop/state/host';
import { QueryObserver } from '@tanstack/query-core';
import { expect, test, vi } from 'vitest';
import { refreshShop } from './mock.ts';

/** Opens a page whose queries are answered by the test, in the order of the requests. */
function openPage() {
  const store = createShopStore({
    connect: () => ({}) as never,
    navigate: async () => {},
    pathTo: () => '/',
  });
  const requests: { readonly name: string; readonly respond: (value: string) => void }[] = [];
  const show = (name: string) => {
    const queryFn = () => new Promise<string>((respond) => requests.push({ name, respond }));
    const options = { queryKey: [name], queryFn, staleTime: Number.POSITIVE_INFINITY };
    const seen: unknown[] = [];
    const observer = new QueryObserver(queryClientOf(store), options);
    return { seen, hide: observer.subscribe(({ data }) => seen.push(data)) };
  };
  return { store, show, requests, names: () => requests.map(({ name }) => name) };
}

test('displayed data is reloaded immediately, other data when it is next displayed', async () => {
  const { store, show, requests, names } = openPage();
  const shown = show('products');
  const hidden = show('categories');
  for (const { respond } of requests) respond('old');
  await vi.waitFor(() => expect([shown.seen.at(-1), hidden.seen.at(-1)]).toEqual(['old', 'old']));
  hidden.hide();

  void refreshShop(store);
  await vi.waitFor(() => expect(names()).toEqual(['products', 'categories', 'products']));
  requests[2]?.respond('new');
  await vi.waitFor(() => expect(shown.seen.at(-1)).toBe('new'));
  show('categories');
  expect(names().at(-1)).toBe('categories');
});

test('a response to an earlier request has outdated data and is discarded', async () => {
  const { store, show, requests } = openPage();
  const { seen } = show('products');
  void refreshShop(store);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[0]?.respond('old');
  requests[1]?.respond('new');
  await vi.waitFor(() => expect(seen.at(-1)).toBe('new'));
  expect(seen).not.toContain('old');
});
