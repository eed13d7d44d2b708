import { ok } from '@patchwork/domain';
import { atom } from 'jotai';
import { expect, test, vi } from 'vitest';
import { changeSessionAtom } from './atoms/session.ts';
import { serverData } from './server-data.ts';
import { arjun, meera, openShop, settle } from './testing/fakes.ts';

const wordAtom = atom('kurta');

test('data is loaded while it is displayed, once for each key that it depends on', async () => {
  const load = vi.fn(async (word: string) => ok(`all about ${word}`));
  const dataAtom = serverData<string>((get) => {
    const word = get(wordAtom);
    return { key: ['notes', word], scope: 'shop', load: () => load(word) };
  });
  const { store } = openShop();
  await settle();
  expect([store.get(dataAtom).data, load.mock.calls]).toEqual([undefined, []]);
  store.sub(dataAtom, () => {});
  await settle();
  expect(store.get(dataAtom).data).toBe('all about kurta');
  store.set(wordAtom, 'shirt');
  expect(store.get(dataAtom).data).toBeUndefined();
  await settle();
  expect(store.get(dataAtom).data).toBe('all about shirt');
  expect(load.mock.calls).toEqual([['kurta'], ['shirt']]);
});

test('a list is loaded page by page, and shows the pages of the previous key until its own first page has loaded', async () => {
  const load = vi.fn(async (word: string, at: number) => ok({ name: `${word} ${at}`, at }));
  const pagesAtom = serverData<{ name: string; at: number }>(
    (get) => {
      const word = get(wordAtom);
      return {
        ...{ key: ['pages', word], scope: 'shop', keepsEarlier: true },
        load: (_api, _options, cursor = '1') => load(word, Number(cursor)),
      };
    },
    ({ at }) => (at < 2 ? String(at + 1) : undefined),
  );
  const { store } = openShop();
  store.sub(pagesAtom, () => {});
  const names = () => store.get(pagesAtom).data?.map(({ name }) => name);
  await settle();
  await store.get(pagesAtom).fetchNextPage();
  await settle();
  expect([names(), store.get(pagesAtom).hasNextPage]).toEqual([['kurta 1', 'kurta 2'], false]);
  store.set(wordAtom, 'shirt');
  expect([names(), store.get(pagesAtom).isPlaceholderData]).toEqual([['kurta 1', 'kurta 2'], true]);
  await settle();
  expect(names()).toEqual(['shirt 1']);
  expect(load).toHaveBeenCalledTimes(3);
  await store.set(pagesAtom, () => ({ name: 'written', at: 1 }));
  await settle();
  expect(names()).toEqual(['written']);
});

test('a shopper’s data is loaded for each shopper who logs in, and never shown to another', async () => {
  const load = vi.fn(async () => ok('a secret of hers'));
  const dataAtom = serverData<string>(() => ({ key: ['secrets'], scope: 'shopper', load }));
  const { store } = openShop();
  store.sub(dataAtom, () => {});
  await settle();
  expect(load).not.toHaveBeenCalled();
  store.set(changeSessionAtom, meera);
  await settle();
  expect(store.get(dataAtom).data).toBe('a secret of hers');
  load.mockReturnValueOnce(new Promise(() => {}));
  store.set(changeSessionAtom, arjun);
  expect(store.get(dataAtom).data).toBeUndefined();
  expect(load).toHaveBeenCalledTimes(2);
});
