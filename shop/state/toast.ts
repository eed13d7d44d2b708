/** A short message shown over the page. */
interface Toast {
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** Link to a page of the shop. */
  readonly link?: ToastLink | undefined;
}

export interface ToastLink {
  readonly text: string;
  readonly path: string;
}

type Show = (toast: Toast) => void;

const waiting: Toast[] = [];
let show: Show = (toast) => void waiting.push(toast);

/**
 * Functions that show a toast, one for each kind. Every piece can call them. While the page's owner (the shell or a
 * remote's stand-alone page) has not subscribed, toasts wait.
 */
export const toast = {
  success: (text: string, link?: ToastLink) => show({ kind: 'success', text, link }),
  info: (text: string) => show({ kind: 'info', text }),
  warning: (text: string) => show({ kind: 'warning', text }),
  error: (text: string) => show({ kind: 'error', text }),
};

/**
 * Passes waiting and later toasts to `next`. For the page's owner, which shows them. Returns a function that
 * unsubscribes.
 */
export function subscribeToToasts(next: Show): () => void {
  show = next;
  for (const each of waiting.splice(0)) next(each);
  return () => {
    show = (toast) => void waiting.push(toast);
  };
}
