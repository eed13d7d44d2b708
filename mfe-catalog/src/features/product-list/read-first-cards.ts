import { firstWordsOf } from '../../first-words.ts';
import type { FirstCard } from './FirstCards.tsx';

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
