import { useIsHydrated } from '@patchwork/shop/ui';
import { lazy, Suspense } from 'react';
import { AlertPlace } from './AlertPlace.tsx';

/** Loaded for products that are out of stock only. Without it, the rest of the page is complete. */
const StockAlert = lazy(() =>
  import('./StockAlert.tsx').then(
    (module) => ({ default: module.StockAlert }),
    () => ({ default: () => <></> }),
  ),
);

interface LateAlertProps {
  readonly productId: string;
}

/** The offer of a mail. Not in the page's HTML, which is the same for shoppers and visitors. */
export function LateAlert({ productId }: LateAlertProps) {
  if (!useIsHydrated()) return <AlertPlace />;
  return (
    <Suspense fallback={<AlertPlace />}>
      <StockAlert productId={productId} />
    </Suspense>
  );
}
