import type { ComponentType, ReactNode } from 'react';

/** Client-side link to a page of the shop, such as the router's Link. */
export type ToLink = ComponentType<{ readonly to: string; readonly children: ReactNode }>;

/** A short message shown over the page. */
export interface Toast {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** Link to a page of the shop. */
  readonly link?: { readonly text: string; readonly path: string } | undefined;
}

export const TOAST_DURATION_MS = 1500;
/** Duration of a toast with a link, which gives enough time to read it and to reach the link by keyboard. */
export const LINK_DURATION_MS = 7000;
