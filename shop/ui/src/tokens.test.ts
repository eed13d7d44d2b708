import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Returns a token's colours by day and by night; a colour that is written once is the same in both. */
function colours(token: string): readonly string[] {
  const value = new RegExp(`--${token}: (.+);`).exec(css)?.[1] ?? '';
  const found = value.match(/#[0-9a-f]{6}/g) ?? [];
  return found.length === 1 ? [...found, ...found] : found;
}

// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'surface', 'sunken'];
const texts = ['ink', 'ink-soft', 'accent-ink', 'danger', 'success'];
const edges = ['thread', 'focus'];
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
  ...edges.flatMap((edge) => grounds.map((ground) => [edge, ground, 3] as const)),
  ['on-accent', 'accent', 4.5] as const,
  ['on-toast', 'toast', 4.5] as const,
];

describe.each(['day', 'night'])('by %s', (time) => {
  const at = time === 'day' ? 0 : 1;

  test.each(pairs)('%s on %s reaches %d to 1', (front, ground, least) => {
    const [one, other] = [colours(front)[at], colours(ground)[at]];
    if (one === undefined || other === undefined) throw new Error('a token is missing');
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
  });
});
