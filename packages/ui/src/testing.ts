/** Makes the nth press of a mouse that stays where it is: the browser counts the presses, whatever is under it. */
export const byMouse = (count: number): Event =>
  new MouseEvent('click', { bubbles: true, detail: count });

/** Makes the nth tap of a finger, dated 100 ms after the one before, however long the test takes. */
export const byFinger = (count: number): Event =>
  Object.defineProperty(
    new PointerEvent('click', { bubbles: true, pointerType: 'touch' }),
    'timeStamp',
    { value: count * 100 },
  );
