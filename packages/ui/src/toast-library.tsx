import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import './toast-library.css';
import styles from './Toasts.module.css';
import { LINK_DURATION_MS, TOAST_DURATION_MS, type Toast, type ToLink } from './toast.ts';

// A fade of our own: it follows the motion tokens, so it rests when the shopper asks for less motion.
const fade = cssTransition({
  enter: styles.enter ?? '',
  exit: styles.exit ?? '',
  collapseDuration: 140,
});

const PlainLink: ToLink = ({ to, children }) => <a href={to}>{children}</a>;

/** Shows a toast. Before its container is on the page the library queues. On a phone the newest takes the place of the others. */
export function showToast({ kind, text, link }: Toast, Link = PlainLink): void {
  if (matchMedia('(width < 40rem)').matches) toast.dismiss();
  if (!link) return void toast[kind](text);
  const content = (
    // One box: in a row of its own the text would lose its space.
    <span>
      {text} <Link to={link.path}>{link.text}</Link>
    </span>
  );
  toast[kind](content, { autoClose: LINK_DURATION_MS });
}

/** Bottom centre, dark, gone after 1500 ms, three at once. */
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
    newestOnTop
  />
);
