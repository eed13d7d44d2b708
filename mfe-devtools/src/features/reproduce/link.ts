import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { fromBase64url, toBase64url } from './base64url.ts';
import { gunzip, gzip } from './gzip.ts';
import { formatVersion, type Reproduction, reproductionSchema } from './reproduction.ts';

export const hashPrefix = '#reproduce=';

const MAX_CHARACTERS = 2_000_000;
const MAX_BYTES = 5_000_000;

/** '#reproduce=…', to be appended to an address. */
export async function packReproduction(reproduction: Reproduction): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(reproduction));
  return hashPrefix + toBase64url(await gzip(json));
}

const texts = {
  long: 'This link is longer than any that the panel makes.',
  letters: 'This link is damaged: it holds characters that no such link has.',
  damaged: 'This link is damaged: a part of it is missing or changed, its checksum does not fit.',
  'too large': 'This link unpacks to more than 5 MB, which no panel makes.',
  foreign: 'This link does not hold the state of a shop.',
} as const;

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function check(document: unknown): Result<Reproduction, string> {
  const versioned = v.safeParse(v.object({ version: v.number() }), document);
  if (!versioned.success) return err(texts.foreign);
  const { version } = versioned.output;
  if (version !== formatVersion) {
    return err(
      `This link is in format ${version}, and this panel reads format ${formatVersion} only. Open it in the release that made it.`,
    );
  }
  const parsed = v.safeParse(reproductionSchema, document);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  return err(`This link is not valid: ${v.getDotPath(issue) ?? 'link'}: ${issue.message}.`);
}

/** Reads a location's hash. Whatever it holds, this never throws; the error is one sentence. */
export async function readReproduction(hash: string): Promise<Result<Reproduction, string>> {
  const text = hash.slice(hashPrefix.length);
  if (text.length > MAX_CHARACTERS) return err(texts.long);
  const packed = fromBase64url(text);
  if (!packed) return err(texts.letters);
  const json = await gunzip(packed, MAX_BYTES);
  return json.ok ? check(parseJson(json.value)) : err(texts[json.error]);
}
