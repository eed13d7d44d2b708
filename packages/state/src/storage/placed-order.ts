const key = 'patchwork:placed-order';

/** The order that this tab placed last, so that a reload of its confirmation still shows it. */
export function placedOrderId(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberPlacedOrder(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Full or forbidden: the confirmation lasts as long as the page.
  }
}
