import { type ComponentType, useEffect, useState } from 'react';
import { toast } from 'react-toastify';
import type { PanelProps } from './Panel.tsx';

/** Fetches the code around the panel when it is first opened: a shopper never downloads it. */
export function useLazyPanel(
  isOpen: boolean,
  onFailure: () => void,
): ComponentType<PanelProps> | undefined {
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const isDue = isOpen && !Panel;

  useEffect(() => {
    if (!isDue) return;
    import(/* webpackChunkName: "devtools" */ './Panel.tsx').then(
      (module) => setPanel(() => module.Panel),
      (error: unknown) => {
        console.error(error);
        toast.error('Devtools can’t be fetched just now.');
        onFailure();
      },
    );
  }, [isDue, onFailure]);

  return Panel;
}
