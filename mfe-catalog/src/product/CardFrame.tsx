import type { ReactNode } from 'react';
import { CoveringLink } from '../CoveringLink.tsx';
import styles from './CardFrame.module.css';

interface CardFrameProps {
  /** The path of the product's page. */
  to: string;
  title: string;
  titleId: string;
  picture: ReactNode;
  isInStock?: boolean;
  children: ReactNode;
}

/** Picture and title of a card, where they stay when the rest follows. The title's link covers the whole card. */
export const CardFrame = (props: CardFrameProps) => (
  <article className={styles.card} aria-labelledby={props.titleId} data-in-stock={props.isInStock}>
    <div className={styles.picture}>{props.picture}</div>
    <h2 className={styles.title} id={props.titleId}>
      <CoveringLink to={props.to}>{props.title}</CoveringLink>
    </h2>
    {props.children}
  </article>
);
