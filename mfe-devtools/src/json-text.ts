/** Number of a JSON text that a JavaScript number would change: it is shown as it was received. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

interface JsonToken {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

const tokens = () => /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[-+.\w]+/g;

/** Splits a valid JSON text into texts, numbers, words and marks. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (const { 0: token, index } of text.matchAll(tokens())) {
    yield { token, start: index, end: index + token.length };
  }
}

/** Whether a JavaScript number stands for exactly this text: not for 1.00, 1e400 or 4634343214213523454. */
const isExact = (number: string): boolean => String(Number(number)) === number;

/** Parses a valid JSON text. Numbers that would change become `ExactNumber`. */
export function parseExact(text: string): unknown {
  // No text of the document begins with it.
  const mark = `${Math.random()} `;
  let isMarked = false;
  const marked = text.replace(tokens(), (token) => {
    if (!/^[-\d]/.test(token) || isExact(token)) return token;
    isMarked = true;
    return `"${mark}${token}"`;
  });
  if (!isMarked) return JSON.parse(text);
  const revive = (_: string, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark)
      ? new ExactNumber(value.slice(mark.length))
      : value;
  try {
    return JSON.parse(marked, revive);
  } catch {
    // Unlike parsing, reviving ends at some thousand levels.
    return JSON.parse(text);
  }
}
