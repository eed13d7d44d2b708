import { useIsHydrated } from '@patchwork/ui';
import { createContext, useContext } from 'react';
// In the shell's own sheet, so that the button doesn't wait for one.
import './Launcher.module.css';
import type { InspectedShop } from './inspected-shop.ts';

/** The shop, as the devtools access it; undefined if the runtime configuration has no devtools. */
export const DevtoolsContext = createContext<InspectedShop | undefined>(undefined);

/** Button that toggles the devtools panel. Renders nothing before hydration, or in a shop without devtools. */
export function Devtools() {
  const shop = useContext(DevtoolsContext);
  // The page's HTML has no button: while React hydrates it there must be none.
  const isHydrated = useIsHydrated();
  return isHydrated && shop && <shop.Launcher shop={shop} />;
}
