// Written by “pnpm types” from messages/hi/rows.json.
import type { Texts } from '../rows.ts';

export const texts: Texts = [
  `आपको ये भी पसंद आ सकते हैं`,
  `हाल ही में देखे गए`,
  `हटाएँ`,
];
