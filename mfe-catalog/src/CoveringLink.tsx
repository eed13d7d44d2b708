import { Link } from '@patchwork/shop';
import styles from './CoveringLink.module.css';

interface CoveringLinkProps {
  to: string;
  children: string;
}

/** A link that covers the positioned element around it: a press anywhere on a card follows it. */
export const CoveringLink = ({ to, children }: CoveringLinkProps) => (
  <Link className={styles.link} to={to}>
    {children}
  </Link>
);
