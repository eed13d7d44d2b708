/** Another colour of a drawn garment. Angles are hues in degrees. */
export interface Dye {
  /** Hues of the cloth in the original picture, from and to. Other colours, such as buttons and the wall, stay. */
  readonly from: readonly [number, number];
  readonly hue: number;
  /** Factors of saturation and lightness. */
  readonly saturation?: number;
  readonly lightness?: number;
}

function toHsl(hex: string): [hue: number, saturation: number, lightness: number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = high - low;
  const lightness = (high + low) / 2;
  if (range === 0) return [0, 0, lightness];
  const hue =
    high === red
      ? (green - blue) / range
      : high === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return [(hue * 60 + 360) % 360, range / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function toHex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Returns a picture whose cloth is dyed. */
export const recolour = (
  svg: string,
  { from: [first, last], hue, saturation = 1, lightness = 1 }: Dye,
): string =>
  svg.replaceAll(/#[\da-f]{6}\b/g, (hex) => {
    const [before, pure, light] = toHsl(hex);
    if (pure < 0.08 || before < first || before > last) return hex;
    return toHex(hue, Math.min(1, pure * saturation), Math.min(1, light * lightness));
  });
