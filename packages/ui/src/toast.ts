import type { ComponentType, ReactNode } from 'react';

/** A link to a page of the shop that keeps the document, like the router's link. */
export type ToLink = ComponentType<{ readonly to: string; readonly children: ReactNode }>;

/** A short message over the page. */
export interface Toast {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** A page of the shop that the message is about. */
  readonly link?: { readonly text: string; readonly path: string } | undefined;
}

export const TOAST_DURATION_MS = 1500;
/** Time to read a toast with a link, and to reach the link by keyboard. */
export const LINK_DURATION_MS = 10_000;
