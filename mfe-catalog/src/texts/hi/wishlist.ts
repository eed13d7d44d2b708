// Written by “pnpm types” from messages/hi/wishlist.json.
import type { Texts } from '../wishlist.ts';

export const texts: Texts = [
  `आपकी विशलिस्ट खाली है :(`,
  `मेरी विशलिस्ट`,
  `कलेक्शन देखें`,
  `जो पसंद आए उसके दिल पर टैप करें, वह यहाँ आपका इंतज़ार करेगा।`,
];
