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
  if (rating === 0) return <span className={styles.rating}>Not rated yet</span>;
  return (
    <span className={styles.rating}>
      <StarIcon />
      <span className="visually-hidden">Rated </span>
      {rating.toFixed(1)}
      <span className="visually-hidden"> out of 5</span>
    </span>
  );
}
