/** Colours by the words that merchants call them. */
const swatches: Readonly<Record<string, string>> = {
  beige: '#d9c7a6',
  black: '#1c1c1f',
  blue: '#2f5aa8',
  brown: '#6b4a33',
  burgundy: '#6d1f2f',
  charcoal: '#3a3d42',
  cream: '#ece0c6',
  gold: '#c9a227',
  gray: '#8a8d91',
  green: '#3f7a46',
  grey: '#8a8d91',
  indigo: '#2b3766',
  ivory: '#f3ecdc',
  khaki: '#a39a6b',
  lavender: '#b3a2cf',
  maroon: '#6d1f2f',
  mint: '#a9d3bd',
  mustard: '#c9941f',
  navy: '#1d2a4d',
  olive: '#6a6b3a',
  orange: '#d9742b',
  peach: '#f0b690',
  pink: '#e08aa5',
  purple: '#6a3f8a',
  red: '#b3272d',
  rust: '#9a4a2b',
  silver: '#b9bcc2',
  tan: '#c2a27a',
  teal: '#1f7d80',
  turquoise: '#35b0ab',
  white: '#f7f7f5',
  yellow: '#e6b91e',
};

/** Returns the colour that a name's last known word means: that of 'Sky Blue' is blue's; undefined if there is none. */
export const swatchOf = (name: string): string | undefined =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => swatches[word])
    .findLast((swatch) => swatch !== undefined);
