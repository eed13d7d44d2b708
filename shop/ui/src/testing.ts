/**
 * Creates the nth click of a mouse that doesn't move. Browsers count such clicks (`detail`), even if the element under
 * it changes.
 */
export const byMouse = (count: number): Event =>
  new MouseEvent('click', { bubbles: true, detail: count });

/** Creates the nth tap of a finger. Its time stamp is 100 ms after the previous one, regardless of the test's speed. */
export const byFinger = (count: number): Event =>
  Object.defineProperty(
    new PointerEvent('click', { bubbles: true, pointerType: 'touch' }),
    'timeStamp',
    { value: count * 100 },
  );
