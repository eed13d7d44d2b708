/** What it is, and the text itself. */
export type HostileText = readonly [title: string, text: string];

/** Each text in each way of writing it, once. */
export function combine(
  texts: readonly HostileText[],
  ways: readonly (readonly [title: string, write: (text: string) => string])[],
): HostileText[] {
  const written = texts.flatMap(([title, text]) =>
    ways.map(([way, write]): HostileText => [`${title}, ${way}`, write(text)]),
  );
  return [...new Map(written.map((each) => [each[1], each])).values()];
}
