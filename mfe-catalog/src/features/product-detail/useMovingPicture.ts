import { useLocation } from '@patchwork/shop';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the picture on the product card that links to `path`. `title` is the selector of the heading around the link,
 * such as 'h2'.
 */
const pictureOnCard = (title: string, path: string) =>
  globalThis.document?.querySelector(`article > ${title} > a[href="${path}"]`)?.closest('article')
    ?.firstElementChild;

/** Styles of the moving picture. It lets presses through to the elements that it passes over. */
const moving = { transformOrigin: '0 0', zIndex: 2, pointerEvents: 'none' };

/**
 * Finds a picture with `find` and animates it from `before`, its place on the previous page. Does nothing if that place
 * was out of sight or the shopper prefers reduced motion.
 */
function move(before: DOMRect, find: () => Element | null | undefined): void {
  if (before.bottom < 0 || before.top > window.innerHeight) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // The next page is in the document, and the router has scrolled it, before it is painted.
  requestAnimationFrame(() => {
    const picture = find();
    if (!picture) return;
    const { left, top, width } = picture.getBoundingClientRect();
    // A page that still waits for data or code is in the document, but not laid out.
    if (width === 0) return;
    const transform = `translate(${before.left - left}px, ${before.top - top}px) scale(${before.width / width})`;
    picture.animate([{ ...moving, transform }, moving], {
      duration: 320,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    });
  });
}

/**
 * Animates a product's first picture when the shopper goes directly from the product's card to its page, or back.
 * Returns a ref for the picture's element. Doesn't use `document.startViewTransition`, which stops painting until the
 * next page is rendered, and fails if another navigation interrupts it. Here the next page is shown as early as without
 * the animation, and can be pressed while the picture moves.
 */
export function useMovingPicture(): RefObject<HTMLDivElement | null> {
  const { pathname } = useLocation();
  const picture = useRef<HTMLDivElement>(null);
  // While this page is rendered for the first time, the previous one is still shown.
  const [card] = useState(() => pictureOnCard('*', pathname)?.getBoundingClientRect());

  // A chosen size has another path, and the same picture, which stays where it is.
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    shown.current = pathname;
  }, [pathname]);

  useLayoutEffect(() => {
    const element = picture.current;
    if (!element) return;
    if (card) move(card, () => element);
    // Safari moves the whole page when the shopper swipes back.
    let isMoved = false;
    const look = (event: PopStateEvent) => {
      isMoved = event.hasUAVisualTransition;
    };
    window.addEventListener('popstate', look);
    return () => {
      window.removeEventListener('popstate', look);
      // Skips cards in a row, whose titles are h3: the row would cut the picture off.
      if (!isMoved) move(element.getBoundingClientRect(), () => pictureOnCard('h2', shown.current));
    };
  }, [card]);

  return picture;
}
