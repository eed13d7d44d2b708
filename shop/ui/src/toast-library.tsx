import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import './toast-library.css';
import styles from './Toasts.module.css';
import { LINK_DURATION_MS, TOAST_DURATION_MS, type Toast, type ToLink } from './toast.ts';

// Own fade animation: it uses the motion tokens, which respect prefers-reduced-motion.
const fade = cssTransition({
  enter: styles.enter ?? '',
  exit: styles.exit ?? '',
  // The library's collapse animation moves the toast, which is a layout shift.
  collapse: false,
});

const PlainLink: ToLink = ({ to, children }) => <a href={to}>{children}</a>;

/**
 * Shows a toast; the library queues toasts until their container is mounted. On a phone, a new toast replaces the
 * others.
 */
export function showToast({ kind, text, link }: Toast, Link = PlainLink): void {
  if (matchMedia('(width < 40rem)').matches) toast.dismiss();
  if (!link) return void toast[kind](text);
  const content = (
    <span className={styles.linked}>
      <span>{text} </span>
      <Link to={link.path}>{link.text}</Link>
    </span>
  );
  toast[kind](content, { autoClose: LINK_DURATION_MS });
}

/**
 * Container of the toasts: bottom centre, dark, at most three, each for 1500 ms unless it has a link. The newest is at
 * the bottom, so that none moves when the oldest disappears.
 */
export const Container = () => (
  <ToastContainer
    className={styles.toasts ?? ''}
    position="bottom-center"
    theme="dark"
    autoClose={TOAST_DURATION_MS}
    limit={3}
    transition={fade}
    closeButton={false}
    closeOnClick
    hideProgressBar
  />
);
