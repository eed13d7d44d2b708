/** A short message over the page. */
interface Toast {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** A page of the shop that the message is about. */
  readonly link?: ToastLink | undefined;
}

export interface ToastLink {
  readonly text: string;
  readonly path: string;
}

type Show = (toast: Toast) => void;

const waiting: Toast[] = [];
let show: Show = (toast) => void waiting.push(toast);

/** Shows a toast on the page, whichever piece calls it. Until the page is there, the toast waits. */
export const toast = {
  success: (text: string, link?: ToastLink) => show({ kind: 'success', text, link }),
  info: (text: string) => show({ kind: 'info', text }),
  warning: (text: string) => show({ kind: 'warning', text }),
  error: (text: string) => show({ kind: 'error', text }),
};

/**
 * Passes every later toast to `next`, after those that waited. For the page's owner, who shows them. Returns a
 * function that ends this.
 */
export function subscribeToToasts(next: Show): () => void {
  show = next;
  for (const each of waiting.splice(0)) next(each);
  return () => {
    show = (toast) => void waiting.push(toast);
  };
}
