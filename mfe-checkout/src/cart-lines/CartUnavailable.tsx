import { LoadError, Spinner } from '@patchwork/ui';
import type { CartLines } from './useCartLines.ts';

interface CartUnavailableProps {
  cart: Exclude<CartLines, { status: 'loaded' }>;
}

/** Shown instead of the lines while they load, or when they could not be loaded. */
export function CartUnavailable({ cart }: CartUnavailableProps) {
  if (cart.status === 'loading') return <Spinner label="Loading your cart" />;
  return <LoadError message="Your cart could not be loaded." onRetry={cart.retry} />;
}
