import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  coreRange,
  fingerprintOf,
  fontSubsets,
  sourceOf,
  subsetOptions,
  subsetTool,
} from './subset-fonts.ts';

// Run `npx tsx shop/ui/src/fonts/write-fonts.ts` when a font's version or the range has changed.

function charactersIn(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [first = '', last = first] = part.slice('U+'.length).split('-');
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step));
    })
    .join('');
}

type SubsetFont = (font: Buffer, characters: string, options: object) => Promise<Buffer>;

const folder = mkdtempSync(path.join(tmpdir(), 'patchwork-fonts-'));
try {
  const install = ['install', '--silent', '--no-save', '--prefix', folder, subsetTool];
  execFileSync('npm', install, { stdio: 'inherit' });
  const subsetFont: SubsetFont = createRequire(path.join(folder, 'any.js'))('subset-font');
  const fingerprints: Record<string, string> = {};
  for (const subset of fontSubsets) {
    const made = await subsetFont(sourceOf(subset), charactersIn(coreRange), {
      ...subsetOptions,
      variationAxes: { wght: subset.weights },
    });
    writeFileSync(new URL(subset.file, import.meta.url), made);
    fingerprints[subset.file] = fingerprintOf(subset, made);
  }
  const text = `${JSON.stringify(fingerprints, null, 2)}\n`;
  writeFileSync(new URL('fingerprints.json', import.meta.url), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
