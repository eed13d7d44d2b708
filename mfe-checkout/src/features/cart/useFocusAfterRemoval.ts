import type { LineItem } from '@patchwork/domain';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The pressed button goes away with its line, and the focus with it. The keyboard goes on from the
 * line that moved up into its place, or from the page's heading when none is left.
 */
export function useFocusAfterRemoval(
  lines: readonly LineItem[],
  contents: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(lines);

  useLayoutEffect(() => {
    const removedAt = shown.current.findIndex(
      ({ product }) => !lines.some((line) => line.product.id === product.id),
    );
    shown.current = lines;
    const focusIsLost = document.activeElement === document.body;
    if (removedAt === -1 || !focusIsLost) return;
    const links = contents.current?.querySelectorAll<HTMLElement>('article h2 a') ?? [];
    const next = links[Math.min(removedAt, links.length - 1)];
    (next ?? contents.current?.querySelector('h1'))?.focus({ preventScroll: true });
  }, [lines, contents]);
}
