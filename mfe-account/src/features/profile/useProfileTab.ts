import { useSearchParams } from '@patchwork/router';

export type ProfileTab = 'PROFILE' | 'ADDRESSES';

/**
 * The chosen tab, and how to choose another. It lives in the address, the default left out, so that
 * checkout can link to the addresses. Choosing adds no step to the browser's history: one step back
 * leads to where the shopper came from.
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
