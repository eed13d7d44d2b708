import { type ComponentType, useEffect, useState } from 'react';
import type { PanelProps } from './Panel.tsx';

/** Fetches the code around the panel when it is first opened: a shopper never downloads it. */
export function useLazyPanel(
  isOpen: boolean,
  showError: (message: string) => void,
  close: () => void,
): ComponentType<PanelProps> | undefined {
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const isDue = isOpen && !Panel;

  useEffect(() => {
    if (!isDue) return;
    import(/* webpackChunkName: "devtools" */ './Panel.tsx').then(
      (module) => setPanel(() => module.Panel),
      (error: unknown) => {
        console.error(error);
        showError('Devtools can’t be fetched just now.');
        close();
      },
    );
  }, [isDue, showError, close]);

  return Panel;
}
