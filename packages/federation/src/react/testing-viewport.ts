import { vi } from 'vitest';

type Listener = (entries: Partial<IntersectionObserverEntry>[]) => void;

/** Stands in for the observers of the viewport. Nothing is in sight until the test says so. */
export function stubViewport() {
  const observers = new Map<Element, Listener>();
  class ViewportObserver {
    readonly listener: Listener;
    constructor(listener: Listener) {
      this.listener = listener;
    }
    observe = (element: Element) => void observers.set(element, this.listener);
    disconnect = () => {
      for (const [element, listener] of observers) {
        if (listener === this.listener) observers.delete(element);
      }
    };
  }
  vi.stubGlobal('IntersectionObserver', ViewportObserver);
  const notify = (isIntersecting: boolean) => {
    const boundingClientRect = { top: 900 } as DOMRectReadOnly;
    for (const listener of observers.values()) listener([{ isIntersecting, boundingClientRect }]);
  };
  return { comeNear: () => notify(true), moveAway: () => notify(false) };
}
