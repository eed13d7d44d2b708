import * as t from '../texts/card.ts';
import styles from './Rating.module.css';

const StarIcon = () => (
  <svg aria-hidden="true" viewBox="0 0 20 20" width="1em" height="1em" fill="currentColor">
    <path d="M10 1.6l2.5 5.3 5.8.8-4.2 4 1 5.8L10 14.7l-5.1 2.8 1-5.8-4.2-4 5.8-.8z" />
  </svg>
);

interface RatingProps {
  /** Rating up to 5, where 0 means that there are no ratings yet. */
  rating: number;
}

export function Rating({ rating }: RatingProps) {
  if (rating === 0) return <span className={styles.rating}>{t.notRated}</span>;
  return (
    <span className={styles.rating}>
      <StarIcon />
      {t.rated({
        rating: rating.toFixed(1),
        hidden: (text) => <span className="visually-hidden">{text}</span>,
      })}
    </span>
  );
}
