import { useSearchParams } from '@patchwork/shop';

export type ProfileTab = 'PROFILE' | 'ADDRESSES';

/**
 * The selected tab, and how to select another. It is stored in the URL, the default left out, so that
 * checkout can link to the addresses. Selecting adds no entry to the history: one step back leads to the
 * page before.
 */
export function useProfileTab(): readonly [ProfileTab, (tab: ProfileTab) => void] {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'ADDRESSES' ? 'ADDRESSES' : 'PROFILE';

  const choose = (next: ProfileTab) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'PROFILE') after.delete('tab');
        else after.set('tab', next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );

  return [tab, choose];
}
