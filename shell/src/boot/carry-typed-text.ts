const searchOf = (container: Element) => [
  ...container.querySelectorAll<HTMLInputElement>('input[name="search"]'),
];

/**
 * Carries what a shopper typed into the app shell's search boxes over to the frame that replaces it.
 * Call it before the replacement, and the function that it returns right after.
 */
export function carryTypedText(container: Element): () => void {
  const before = searchOf(container);
  const texts = before.map(({ value }) => value);
  const focused = before.findIndex((input) => input.matches(':focus'));
  return () => {
    const after = searchOf(container);
    for (const [index, input] of after.entries()) input.value = texts[index] ?? '';
    after[focused]?.focus();
  };
}
