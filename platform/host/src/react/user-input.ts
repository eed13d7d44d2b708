const isChoice = (control: HTMLElement): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);

const isText = (control: HTMLElement): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !isChoice(control));

/**
 * Sets a value and dispatches an `input` event, as typing does. The prototype's setter is used, because React ignores
 * values that are assigned to the property.
 */
function type(control: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
    control,
    text,
  );
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Presses a checkbox or radio button. Not by click(), which browsers ignore while another click() of the same element is
 * in progress: assistive technology presses so, and React hydrates the page within that press.
 */
const choose = (control: HTMLInputElement): boolean =>
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

/** Returns a function that repeats the shopper's edit on a control's replacement; undefined without an edit. */
function editOf(control: HTMLElement): ((replacement: HTMLElement) => void) | undefined {
  if (isText(control) && control.value !== control.defaultValue) {
    const text = control.value;
    return (replacement) => {
      // Resets the control first: while hydrating, React takes the current value for the initial one.
      if (replacement === control) control.value = control.defaultValue;
      type(replacement, text);
    };
  }
  if (isChoice(control) && control.checked !== control.defaultChecked) {
    const { checked } = control;
    return (replacement) => {
      if (replacement === control) control.checked = !checked;
      if (isChoice(replacement) && replacement.checked !== checked) choose(replacement);
    };
  }
  return undefined;
}

/**
 * Clicks the replacement when the pointer is released on it. Browsers fire no click if a press begins on one element
 * and ends on another.
 */
function clickWhenReleased(replacement: HTMLElement): void {
  const waiting = new AbortController();
  const options = { once: true, capture: true, signal: waiting.signal };
  const onRelease = ({ target }: Event): void => {
    if (target instanceof Node && replacement.contains(target)) replacement.click();
    waiting.abort();
  };
  document.addEventListener('pointerup', onRelease, options);
  // The held press came from a key, so this pointer press is a new one.
  document.addEventListener('pointerdown', () => waiting.abort(), options);
}

/** Identifies a control by tag, type and label. Ids and generated names differ between renderings. */
function describe(control: Element): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : control;
  const text = control.getAttribute('aria-label') ?? label?.textContent ?? '';
  return `${control.tagName} ${control.getAttribute('type')} ${text}`;
}

/** Returns the links, buttons and fields in a container, by keys that are the same in each rendering. */
function namedControls(container: Element): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>();
  for (const control of container.querySelectorAll<HTMLElement>(
    'a[href], button, input, textarea',
  )) {
    const description = describe(control);
    let count = 1;
    while (controls.has(`${description} ${count}`)) count += 1;
    controls.set(`${description} ${count}`, control);
  }
  return controls;
}

/**
 * Captures a shopper's input in a part of the page before it is replaced or hydrated: typed text, choices, focus,
 * presses that the shell's `holdPresses` has marked, and a press that has not been released yet. Returns a function
 * that repeats the input; call it right after the change. A control that is still there is its own replacement.
 */
export function captureInput(container: Element): () => void {
  const before = [...namedControls(container)];
  const edits = before.flatMap((entry) => {
    const repeat = editOf(entry[1]);
    return repeat ? [{ entry, repeat }] : [];
  });
  const focused = before.find(([, control]) => control === document.activeElement);
  const pressed = before.find(([, control]) => control.hasAttribute('data-pressed'));
  const held = before.find(([, control]) => control.matches(':active'));

  return () => {
    const after = namedControls(container);
    const replacementOf = (entry: readonly [string, HTMLElement] | undefined) =>
      entry && (container.contains(entry[1]) ? entry[1] : after.get(entry[0]));
    for (const { entry, repeat } of edits) {
      const replacement = replacementOf(entry);
      if (replacement) repeat(replacement);
    }
    const focus = replacementOf(focused);
    // A focused popover was open, so open it again.
    focus?.closest<HTMLElement>('[popover]')?.togglePopover(true);
    focus?.focus({ preventScroll: true });
    const toPress = replacementOf(pressed);
    // Before the click, which is held again if a fragment around it is not hydrated yet.
    pressed?.[1].removeAttribute('data-pressed');
    toPress?.click();
    const replacement = replacementOf(held);
    // If the control stays, the browser itself fires the click.
    if (replacement && replacement !== held?.[1]) clickWhenReleased(replacement);
  };
}
