import { Link } from '@patchwork/shop';
import styles from './CoveringLink.module.css';

interface CoveringLinkProps {
  to: string;
  children: string;
  onClick?: () => void;
}

/** A link that covers its positioned ancestor, so that a press anywhere on a card follows it. */
export const CoveringLink = ({ children, ...link }: CoveringLinkProps) => (
  <Link className={styles.link} {...link}>
    {children}
  </Link>
);
