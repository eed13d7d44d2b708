import type { LineItem } from '@patchwork/shop/domain';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The pressed button is removed with its line. The focus then goes to the line that moved into its
 * position, or to the page's heading when no line is left.
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
    (next ?? document.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
  }, [lines, contents]);
}
