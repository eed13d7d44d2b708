/** How far below or above the viewport something is when it begins to load. */
const DISTANCE = '400px 0px';

/** Resolves once the element is in the viewport or near it; never for an element that is removed before. */
export const nearViewport = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: DISTANCE },
    );
    observer.observe(element);
  });
