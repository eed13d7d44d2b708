/** A short message over the page. */
export interface Toast {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
}

export const TOAST_DURATION_MS = 1500;
