import { writeFileSync } from 'node:fs';
import { fontSubsets, subsetOf } from './subset-fonts.ts';

// Run `npx tsx shop/ui/src/fonts/write-fonts.ts` when a font's version or the range has changed.
for (const subset of fontSubsets) {
  writeFileSync(new URL(subset.file, import.meta.url), await subsetOf(subset));
}
