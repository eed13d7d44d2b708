import { err, ok, type Result } from '@patchwork/domain';
import {
  type Document,
  isScalar,
  LineCounter,
  parseAllDocuments,
  type ScalarTag,
  visit,
  type YAMLMap,
} from 'yaml';
import { findJsonProblems } from './json-problem.ts';

export interface ParsedDocument {
  readonly value: unknown;
  readonly notes: readonly string[];
}

/** Reads an integer that a number can't hold as a bigint, so that examples of ids stay as they are. */
const longInteger: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^-?\d{16,}$/,
  resolve: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
};

/** Whether JSON may hold integers that JSON.parse would change. */
const hasLongIntegers = (text: string): boolean => /[[:,]\s*-?\d{16,}\s*[\]},]/.test(text);

/** Number of the members of all objects in a value. */
function countNames(root: unknown): number {
  let count = 0;
  const rest: unknown[] = [root];
  for (let value = rest.pop(); rest.length > 0 || value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) count += Object.keys(value).length;
    for (const part of Object.values(value)) rest.push(part);
  }
  return count;
}

/** Number of the names with a colon in a valid JSON text. */
function countTypedNames(text: string): number {
  const word = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:)?/g;
  let count = 0;
  for (let found = word.exec(text); found; found = word.exec(text)) if (found[1]) count++;
  return count;
}

const thereTwice = (name: string): string => `${name} is there twice; the last one counts`;

/** Names the members that JSON.parse dropped, because their names occur twice. */
export function repeatedNames(text: string, value: unknown): readonly string[] {
  if (countTypedNames(text) === countNames(value)) return [];
  return findJsonProblems(text).repeated.map(thereTwice);
}

/** Names the keys that occur twice in a mapping. The parser itself compares each with each, which takes minutes. */
function repeatedKeys(document: Document, placeOf: (at: number) => string): readonly string[] {
  const notes: string[] = [];
  visit(document, {
    Map(_, { items }: YAMLMap) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const isMerge = key.value === '<<';
        if (keys.has(key.value) && !isMerge) {
          notes.push(thereTwice(`${key.value} (${placeOf(key.range?.[0] ?? 0)})`));
        }
        keys.add(key.value);
      }
    },
  });
  return notes;
}

/** Returns the place of an alias whose anchor isn't set before it; the parser itself says only its name. */
function lostAlias(document: Document): number | undefined {
  let at: number | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return undefined;
      at = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return at;
}

/** Parses the first document of YAML 1.2 with merge keys, which OpenAPI documents use. */
function parseYaml(text: string): Result<ParsedDocument, string> {
  const lineCounter = new LineCounter();
  const placeOf = (at: number): string => {
    const { line, col } = lineCounter.linePos(at);
    return `line ${line}, column ${col}`;
  };
  const [document] = parseAllDocuments(text, {
    ...{ lineCounter, prettyErrors: false, uniqueKeys: false, merge: true, logLevel: 'silent' },
    customTags: (tags) => [longInteger, ...tags],
  });
  if (!document || !('contents' in document)) return err('This YAML is empty.');
  const [error] = document.errors;
  if (error) return err(`This YAML can’t be read: ${placeOf(error.pos[0])}: ${error.message}.`);
  const lost = lostAlias(document);
  if (lost !== undefined) {
    return err(
      `This YAML can’t be read: ${placeOf(lost)}: no anchor before this alias has its name.`,
    );
  }
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  return ok({ value, notes: repeatedKeys(document, placeOf) });
}

/** Parses JSON or YAML. The error names the line and column. */
export function parseDocument(text: string): Result<ParsedDocument, string> {
  if (!/^[{[]/.test(text)) return parseYaml(text);
  try {
    const value: unknown = JSON.parse(text);
    const exact = hasLongIntegers(text) ? parseYaml(text) : undefined;
    return exact?.ok ? exact : ok({ value, notes: [] });
  } catch {
    const problem = findJsonProblems(text).error ?? 'it nests too deeply';
    return err(`This JSON can’t be read: ${problem}.`);
  }
}
