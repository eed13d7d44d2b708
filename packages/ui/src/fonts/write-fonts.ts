import { writeFileSync } from 'node:fs';
import { fontSubsets, subsetOf } from './subset-fonts.ts';

// npx tsx packages/ui/src/fonts/write-fonts.ts: after another version of a font, or another range.
for (const subset of fontSubsets) {
  writeFileSync(new URL(subset.file, import.meta.url), await subsetOf(subset));
}
