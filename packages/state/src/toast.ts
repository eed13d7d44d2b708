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

/** Shows a toast, on the page of whichever piece calls it. Before the page is there it waits. */
export const toast = {
  success: (text: string, link?: ToastLink) => show({ kind: 'success', text, link }),
  info: (text: string) => show({ kind: 'info', text }),
  warning: (text: string) => show({ kind: 'warning', text }),
  error: (text: string) => show({ kind: 'error', text }),
};

/**
 * Passes every toast to `next` from now on, those that waited first. For the page's owner, who shows
 * them. Returns what ends it.
 */
export function subscribeToToasts(next: Show): () => void {
  show = next;
  for (const each of waiting.splice(0)) next(each);
  return () => {
    show = (toast) => void waiting.push(toast);
  };
}
