/** Place in a text, for a person: both numbers begin with 1. */
function placeOf(text: string, index: number): string {
  const before = text.slice(0, index);
  return `line ${before.split('\n').length}, column ${index - before.lastIndexOf('\n')}`;
}

const token =
  /[ \t\r\n]*(?:(?<mark>[{}[\],:])|(?<text>"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*")|(?<value>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/uy;

/** What may follow, by the kinds of token: a mark itself, 'text' or 'value'. */
const expectations = {
  value: { tokens: ['{', '[', 'text', 'value'], name: 'a value' },
  first: { tokens: ['{', '[', 'text', 'value', ']'], name: 'a value or “]”' },
  key: { tokens: ['text'], name: 'a name in double quotes' },
  firstKey: { tokens: ['text', '}'], name: 'a name in double quotes or “}”' },
  colon: { tokens: [':'], name: '“:”' },
  inObject: { tokens: [',', '}'], name: 'a comma or “}”' },
  inList: { tokens: [',', ']'], name: 'a comma or “]”' },
  end: { tokens: [], name: 'the end' },
} satisfies Readonly<Record<string, { tokens: readonly string[]; name: string }>>;

type Expectation = keyof typeof expectations;

interface JsonProblems {
  /** First error; undefined for valid JSON. */
  readonly error: string | undefined;
  /** Names that occur twice in one object, with their places. */
  readonly repeated: readonly string[];
}

/** Names of each object around a place; undefined for a list. */
type Around = (Set<string> | undefined)[];

function afterValue(around: Around): Expectation {
  if (around.length === 0) return 'end';
  return around.at(-1) ? 'inObject' : 'inList';
}

/** Enters or leaves objects and lists, and returns what may follow a token. */
function follow(expected: Expectation, kind: string, around: Around): Expectation {
  if (expected === 'colon') return 'value';
  if (kind === 'text' && (expected === 'key' || expected === 'firstKey')) return 'colon';
  if (kind === ',') return around.at(-1) ? 'key' : 'value';
  if (kind === '{' || kind === '[') {
    around.push(kind === '{' ? new Set() : undefined);
    return kind === '{' ? 'firstKey' : 'first';
  }
  if (kind === '}' || kind === ']') around.pop();
  return afterValue(around);
}

/**
 * Finds the places of the first error and of repeated names in JSON. Written by hand, because JSON.parse tells the place
 * not in every browser, and the repeated names nowhere.
 */
export function findJsonProblems(text: string): JsonProblems {
  const repeated: string[] = [];
  const around: Around = [];
  let expected: Expectation = 'value';
  const end = text.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const start = token.lastIndex;
    const { mark, text: word, value } = token.exec(text)?.groups ?? {};
    const kind = mark ?? (word === undefined ? value && 'value' : 'text');
    const at = start + text.slice(start).search(/[^ \t\r\n]/);
    const { tokens, name }: { tokens: readonly string[]; name: string } = expectations[expected];
    if (kind === undefined || !tokens.includes(kind)) {
      return { error: `${placeOf(text, at)}: expected ${name}`, repeated };
    }
    if (word !== undefined && (expected === 'key' || expected === 'firstKey')) {
      if (around.at(-1)?.has(word)) repeated.push(`${word} (${placeOf(text, at)})`);
      around.at(-1)?.add(word);
    }
    expected = follow(expected, kind, around);
  }
  if (expected === 'end') return { error: undefined, repeated };
  return {
    error: `${placeOf(text, end)}: the text ends before ${expectations[expected].name}`,
    repeated,
  };
}
