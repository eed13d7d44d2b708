import { cssTransition, ToastContainer } from 'react-toastify';
import styles from './Toasts.module.css';

// A fade of our own: it follows the motion tokens, so it rests when the shopper asks for less motion.
const fade = cssTransition({
  enter: styles.enter ?? '',
  exit: styles.exit ?? '',
  collapseDuration: 140,
});

/**
 * Where toasts appear: bottom centre, dark, gone after 1500 ms, three at once. The page's owner renders
 * one; every piece shows its messages with react-toastify's `toast`.
 */
export function Toasts() {
  return (
    <ToastContainer
      className={styles.toasts ?? ''}
      position="bottom-center"
      theme="dark"
      autoClose={1500}
      limit={3}
      transition={fade}
      closeButton={false}
      closeOnClick
      hideProgressBar
      newestOnTop
    />
  );
}
