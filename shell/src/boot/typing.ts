const searchOf = (container: Element) => [
  ...container.querySelectorAll<HTMLInputElement>('input[name="search"]'),
];

/**
 * What a shopper typed into the still frame's search boxes, to be called before the living frame
 * replaces them. The function it returns, called right after, puts text and focus back.
 */
export function keepTyping(container: Element): () => void {
  const before = searchOf(container);
  const texts = before.map(({ value }) => value);
  const focused = before.findIndex((input) => input.matches(':focus'));
  return () => {
    const after = searchOf(container);
    for (const [index, input] of after.entries()) input.value = texts[index] ?? '';
    after[focused]?.focus();
  };
}
