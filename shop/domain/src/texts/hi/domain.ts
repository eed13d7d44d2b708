// Written by “pnpm types” from messages/hi/domain.json.
import type { Texts } from '../domain.ts';

export const texts: Texts = [
  (values) => `${values.percent}% की छूट`,
  (values) => (new Intl.PluralRules('hi').select(values.days) === 'one' ? `${values.days} दिन में पाएँ` : `${values.days} दिनों में पाएँ`),
  `शुक्रवार, 30 अक्टूबर`,
];
