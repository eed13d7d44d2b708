import type { Size } from '../bytes/size.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

export const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : kilobytes(bytes);

/** '187 kB, 52 kB with brotli'. */
export const sizeText = (size: Size | undefined): string =>
  size ? `${bytesText(size.raw)}, ${bytesText(size.brotli)} with brotli` : '';

/** '2026-11-21 16:05', UTC. */
export const timeText = (iso: string | undefined): string =>
  (iso ?? '').slice(0, 16).replace('T', ' ');

export const countText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
