import { useId } from 'react';
import { firstWordsOf } from '../../first-words.ts';
import { CardFrame } from '../../product/ProductCard.tsx';
import grid from '../../product/ProductGrid.module.css';
import { KnownImage } from '../../product/ProductImage.tsx';
import styles from './FirstCards.module.css';

/** A product as far as it is known before the list is loaded. It may be minutes old: no price, and no stock. */
export interface FirstCard {
  /** The path of the product's page. */
  readonly to: string;
  readonly title: string;
  /** Undefined for a picture that the scripts should not wait for. */
  readonly image: string | undefined;
}

const Card = ({ to, title, image }: FirstCard) => (
  <CardFrame
    to={to}
    title={title}
    titleId={useId()}
    picture={<KnownImage src={image} eager={image !== undefined} />}
  >
    <div className={styles.rest} />
  </CardFrame>
);

interface FirstCardsProps {
  cards: readonly FirstCard[];
}

/** The list's first cards, where they stay when the list is loaded. */
export const FirstCards = ({ cards }: FirstCardsProps) => (
  <ul className={grid.grid}>
    {cards.map((card) => (
      <li key={card.to}>
        <Card {...card} />
      </li>
    ))}
  </ul>
);

const readCard = (card: Element): FirstCard => ({
  to: card.querySelector('a')?.getAttribute('href') ?? '',
  title: card.textContent,
  image: card.querySelector('img')?.getAttribute('src') ?? undefined,
});

/**
 * The cards in the page's first words, so that they stay until the list is loaded. None once the shop has
 * replaced these words.
 */
export const readFirstCards = (): FirstCard[] =>
  [...(firstWordsOf('product-list')?.querySelectorAll('article') ?? [])].map(readCard);
