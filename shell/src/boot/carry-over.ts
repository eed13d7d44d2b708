import { namedControls } from './named-controls.ts';

const isChoice = (control: HTMLElement): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);

const isText = (control: HTMLElement): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !isChoice(control));

/** As if it were typed: React does not notice a value that a script sets. */
function type(control: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
    control,
    text,
  );
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What a shopper has done to a control; undefined when nothing. Returns how to do it again. */
function editOf(control: HTMLElement): ((replacement: HTMLElement) => void) | undefined {
  if (isText(control) && control.value !== control.defaultValue) {
    const text = control.value;
    return (replacement) => type(replacement, text);
  }
  if (isChoice(control) && control.checked !== control.defaultChecked) {
    const { checked } = control;
    return (replacement) => {
      if (isChoice(replacement) && replacement.checked !== checked) replacement.click();
    };
  }
  return undefined;
}

/** Of a press that began on a control and ends on its replacement the browser makes no click. */
function clickWhenReleased(replacement: HTMLElement): void {
  const waiting = new AbortController();
  const options = { once: true, capture: true, signal: waiting.signal };
  const onRelease = ({ target }: Event): void => {
    if (target instanceof Node && replacement.contains(target)) replacement.click();
    waiting.abort();
  };
  document.addEventListener('pointerup', onRelease, options);
  // It was a key that was held down: the next press is another one.
  document.addEventListener('pointerdown', () => waiting.abort(), options);
}

/**
 * Carries what a shopper did in the HTML that was shown first over to the page that replaces it: typed
 * text, choices, focus, scroll position, the press that `holdPresses` has marked, and one that has
 * begun. Call it before the replacement, and the function that it returns right after.
 */
export function carryOver(container: Element): () => void {
  const before = [...namedControls(container)];
  const edits = before.map(([name, control]) => ({ name, repeat: editOf(control) }));
  const [focused] = before.find(([, control]) => control === document.activeElement) ?? [];
  const [pressed] = before.find(([, control]) => control.hasAttribute('data-pressed')) ?? [];
  const [held] = before.find(([, control]) => control.matches(':active')) ?? [];
  const { scrollY } = window;

  return () => {
    const after = namedControls(container);
    for (const { name, repeat } of edits) {
      const replacement = after.get(name);
      if (replacement) repeat?.(replacement);
    }
    after.get(focused ?? '')?.focus({ preventScroll: true });
    if (scrollY > 0) window.scrollTo(0, scrollY);
    after.get(pressed ?? '')?.click();
    const replacement = after.get(held ?? '');
    if (replacement) clickWhenReleased(replacement);
  };
}
