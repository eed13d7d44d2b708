import type { PointerNames, Size } from '@patchwork/release';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

export const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : kilobytes(bytes);

/** '187 kB, 52 kB with brotli'. */
export const sizeText = (size: Size | undefined): string =>
  size ? `${bytesText(size.raw)}, ${bytesText(size.brotli)} with brotli` : '';

/** '2026-11-21 16:05', UTC. */
export const timeText = (iso: string | undefined): string =>
  (iso ?? '').slice(0, 16).replace('T', ' ');

/** '1.2.0-0123456789 10 %'; empty where there is no canary. */
export const canaryText = (canary: PointerNames['canary']): string =>
  canary ? `${canary.version} ${canary.percent} %` : '';

export const countText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A text of someone else on a terminal: what controls the terminal, or changes the direction of the text,
 * is shown as it is written in JSON. JSON itself stays the same document.
 */
export const escapeControls = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, escapeCharacter);
