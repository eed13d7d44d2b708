/** What a person knows a control by. Ids and generated names differ from one rendering to the next. */
function describe(control: Element): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : control;
  const text = control.getAttribute('aria-label') ?? label?.textContent ?? '';
  return `${control.tagName} ${control.getAttribute('type')} ${text}`;
}

/** The links, buttons and fields in a container, each by a name that it also has when it is rendered again. */
export function namedControls(container: Element): Map<string, HTMLElement> {
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
