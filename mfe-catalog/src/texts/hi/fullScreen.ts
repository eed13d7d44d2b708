// Written by “pnpm types” from messages/hi/fullScreen.json.
import type { Texts } from '../fullScreen.ts';

export const texts: Texts = [
  (values) => `${values.title} की तस्वीरें`,
  (values) => `यह तस्वीर नहीं दिखाई जा सकती: ${values.alt}`,
  (values) => `${values.count} में से ${values.index}`,
  (values) => `, ${values.times} गुना बड़ी`,
  `पिछली तस्वीर`,
  `अगली तस्वीर`,
  `छोटा करें`,
  `बड़ा करें`,
  `बंद करें`,
];
