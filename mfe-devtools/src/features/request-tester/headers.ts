import type { HeaderRow } from '../../draft.ts';

/** The headers that are sent: enabled rows with a name; of equal names, the last one. */
export function usedHeaders(rows: readonly HeaderRow[]): Record<string, string> {
  const used = new Map<string, readonly [name: string, value: string]>();
  for (const { isUsed, header, value } of rows) {
    const name = header.trim();
    if (isUsed && name !== '') used.set(name.toLowerCase(), [name, value.trim()]);
  }
  return Object.fromEntries(used.values());
}

/** RFC 9110, section 5.6.2: a character that a name may not hold. */
const invalidInName = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/u;

/** RFC 9110, section 5.5, as fetch reads it: one byte a character, no line breaks. */
const invalidInValue = /[^\t\u0020-\u007e\u0080-\u00ff]/u;

function nameOf(character: string): string {
  if (character === ' ') return 'A space';
  if (character === '\n' || character === '\r') return 'A line break';
  return `“${character}”`;
}

/** Why an enabled row cannot be sent; undefined if it can, or if it is left out anyway. */
export function headerProblem({ isUsed, header, value }: HeaderRow) {
  if (!isUsed || header.trim() === '') return undefined;
  const inName = invalidInName.exec(header.trim());
  if (inName) {
    return {
      field: 'header' as const,
      text: `${nameOf(inName[0])} is not allowed in a header’s name.`,
    };
  }
  const inValue = invalidInValue.exec(value.trim());
  if (!inValue) return undefined;
  return {
    field: 'value' as const,
    text: `${nameOf(inValue[0])} is not allowed in a header’s value.`,
  };
}
