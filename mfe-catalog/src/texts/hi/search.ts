// Written by “pnpm types” from messages/hi/search.json.
import type { Texts } from '../search.ts';

export const texts: Texts = [
  `खोजें`,
  `श्रेणी`,
  (values) => `“${values.corrected}” के नतीजे।`,
  (values) => (`${values.count} सुझाव`),
  `सुझाव`,
];
