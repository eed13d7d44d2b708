import { type ComponentType, useEffect, useState } from 'react';
import { toast } from 'react-toastify';
import type { PanelPlaceProps } from './PanelPlace.tsx';

/** Fetches the panel's place when it is first wanted: a shopper never pays for it. */
export function usePanelPlace(
  isWanted: boolean,
  onFailure: () => void,
): ComponentType<PanelPlaceProps> | undefined {
  const [Place, setPlace] = useState<ComponentType<PanelPlaceProps>>();
  const isDue = isWanted && !Place;

  useEffect(() => {
    if (!isDue) return;
    import(/* webpackChunkName: "devtools" */ './PanelPlace.tsx').then(
      ({ PanelPlace }) => setPlace(() => PanelPlace),
      (error: unknown) => {
        console.error(error);
        toast.error('Devtools can’t be fetched just now.');
        onFailure();
      },
    );
  }, [isDue, onFailure]);

  return Place;
}
