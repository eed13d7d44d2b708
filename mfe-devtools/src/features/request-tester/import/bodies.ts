import { isJsonType } from '../../../request-body.ts';
import { jsonText, multipart, type Part } from './encoding.ts';
import { namedExample, queryPairs } from './parameters.ts';
import { listOf, type Node, type Resolve } from './references.ts';
import { sampleOf } from './schema-sample.ts';

export interface ReadBody {
  readonly text: string;
  /** Type, unless it is the tester's own, application/json. */
  readonly type?: string;
  readonly notes: readonly string[];
  /** Whether the document says too little for a body, or describes one that the tester can't hold. */
  readonly isMissing: boolean;
}

const none: ReadBody = { text: '', notes: [], isMissing: false };
const missing: ReadBody = { text: '', notes: [], isMissing: true };

/** Longest JSON text that stays on one line. */
const MAX_LINE = 60;

function readableJson(value: unknown): string {
  const line = jsonText(value);
  return line.length > MAX_LINE ? jsonText(value, 2) : line;
}

const isForm = (type: string): boolean => /^\s*application\/x-www-form-urlencoded\b/i.test(type);
const isMultipart = (type: string): boolean => /^\s*multipart\//i.test(type);
const isText = (type: string): boolean =>
  /^\s*text\/|[/+](?:xml|yaml|graphql|javascript)\b|ndjson|jsonl/i.test(type);
const isAny = (type: string): boolean => /\*/.test(type);

/** Order in which the tester prefers the types of a body. */
const kinds = [isJsonType, isAny, isForm, isMultipart, isText];

function choose(content: Node): readonly [type: string, media: unknown] | undefined {
  const entries = Object.entries(content);
  for (const isKind of kinds) {
    const found = entries.find(([type]) => isKind(type));
    if (found) return found;
  }
  return undefined;
}

function readJson(type: string, value: unknown, schema: Node): ReadBody {
  // Some documents write an example of JSON as a text.
  const isTyped = typeof value === 'string' && schema.type !== 'string' && isJsonText(value);
  const text = isTyped ? String(value) : readableJson(value ?? {});
  const isOwn = isAny(type) || /^application\/json$/i.test(type.trim());
  return { ...none, text, ...(!isOwn && { type }) };
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readForm(type: string, value: unknown, encoding: Node): ReadBody {
  if (typeof value === 'string') return { ...none, text: value, type };
  const pairs = Object.entries(Object(value)).flatMap(([name, part]) => {
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    const own = Object(encoding[name] ?? {});
    const style = own.style ?? (isObject ? undefined : 'form');
    return style === undefined
      ? queryPairs(name, jsonText(part), {})
      : queryPairs(name, part, { ...own, style });
  });
  return { ...none, text: pairs.join('&').replaceAll('%20', '+'), type };
}

/** Whether a schema describes a file, which the tester can't send. */
const isFile = ({ format, contentEncoding, contentMediaType }: Node): boolean =>
  format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined);

function readMultipart(resolve: Resolve, type: string, value: unknown, media: Node): ReadBody {
  if (typeof value === 'string') return { ...none, text: value, type };
  const { properties } = resolve(media.schema);
  const encoding = Object(media.encoding ?? {});
  const notes: string[] = [];
  const parts: Part[] = [];
  for (const [name, part] of Object.entries(Object(value))) {
    const schema = resolve(Object(properties ?? {})[name]);
    const { contentType } = Object(encoding[name] ?? {});
    if (isFile(schema) || isFile(resolve(schema.items))) {
      notes.push(`the file ${name} can’t be sent from here, and is left out`);
      continue;
    }
    for (const item of Array.isArray(part) ? part : [part]) {
      const isObject = typeof item === 'object' && item !== null;
      const text = isObject ? jsonText(item) : String(item);
      const own =
        typeof contentType === 'string' ? contentType : isObject ? 'application/json' : undefined;
      parts.push({ name, value: text, type: own });
    }
  }
  const form = multipart(parts, type.split(';')[0]?.trim());
  return { ...none, text: form.body, type: form.type, notes };
}

/** Returns an example of a request's body. */
export function readBody(resolve: Resolve, requestBody: unknown): ReadBody {
  if (requestBody === undefined || requestBody === null) return none;
  const content = Object(resolve(requestBody).content ?? {});
  const chosen = choose(content);
  if (!chosen) return missing;
  const [type, unresolved] = chosen;
  const media = resolve(unresolved);
  const example = namedExample(resolve, media);
  if (example && 'text' in example) return { ...none, text: example.text, type };
  const schema = resolve(media.schema);
  const isKnown = example !== undefined || Object.keys(schema).length > 0 || media.schema === true;
  if (!isKnown) return missing;
  const value = example ? example.value : sampleOf(resolve, media.schema);
  if (isJsonType(type) || isAny(type)) return readJson(type, value, schema);
  if (isForm(type)) return readForm(type, value, Object(media.encoding ?? {}));
  if (isMultipart(type)) return readMultipart(resolve, type, value, media);
  return typeof value === 'string' &&
    (example !== undefined || listOf(schema.examples).length > 0 || /^text\/plain/.test(type))
    ? { ...none, text: value, type }
    : missing;
}
