import { createStoredValue } from '@patchwork/host/storage';

declare global {
  interface PatchworkStores {
    fonts: 'shop';
  }
}

/** Whether this browser has loaded the shop's fonts before, and so has them in its cache. */
const storedFonts = createStoredValue({ name: 'fonts', version: 1, scope: 'shop', parse: Boolean });

/**
 * Shows text in local fonts of the same width (tokens.css) on a browser's first visit. The shop's fonts would share the
 * line with the scripts, and each that arrives makes the browser lay out the whole page while React hydrates it.
 */
export function holdFonts(): void {
  if (!storedFonts.read()) document.documentElement.dataset.fonts = 'held';
}

/** Loads the small files of the held fonts (fonts.css), and then shows both in one step. */
export async function showFonts(): Promise<void> {
  const { dataset } = document.documentElement;
  if (!('fonts' in dataset)) return;
  const faces = [...document.fonts].filter(({ unicodeRange }) => unicodeRange.startsWith('U+20-'));
  const loads = await Promise.allSettled(faces.map((face) => face.load()));
  delete dataset.fonts;
  if (loads.every(({ status }) => status === 'fulfilled')) storedFonts.write(true);
}
