import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import './toast-library.css';
import styles from './Toasts.module.css';
import { LINK_DURATION_MS, TOAST_DURATION_MS, type Toast, type ToLink } from './toast.ts';

// A fade of our own: it follows the motion tokens, so it rests when the shopper asks for less motion.
const fade = cssTransition({
  enter: styles.enter ?? '',
  exit: styles.exit ?? '',
  // It would move the toast while it leaves: a layout shift.
  collapse: false,
});

const PlainLink: ToLink = ({ to, children }) => <a href={to}>{children}</a>;

/**
 * Shows a toast; the library queues toasts until their container is on the page. On a phone the newest replaces
 * the others.
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
 * The container of the toasts: bottom centre, dark, three at once, each gone after 1500 ms. The newest is the lowest:
 * when the oldest leaves, none moves.
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
