import { StarIcon } from './icons.tsx';
import styles from './Rating.module.css';

interface RatingProps {
  /** 0 to 5; 0 is a product without ratings. */
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
