import type { LineItem } from '@patchwork/domain';
import { cartAtom, cartLoadAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';

export type CartLines =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'loaded'; readonly lines: readonly LineItem[] };

/** The state of the cart's lines. An empty cart counts as loaded. */
export function useCartLines(): CartLines {
  const { data, isLoading, isError, refetch } = useAtomValue(cartLoadAtom);
  const lines = useAtomValue(cartAtom);
  if (isLoading) return { status: 'loading' };
  if (isError && data === undefined) return { status: 'failed', retry: () => void refetch() };
  return { status: 'loaded', lines };
}
