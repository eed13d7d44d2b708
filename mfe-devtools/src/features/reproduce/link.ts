import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { formatVersion, type Reproduction, reproductionSchema } from './reproduction.ts';

/** Encodes bytes as base64url (RFC 4648, section 5) without padding. */
export function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes base64url; undefined for invalid text. */
function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Reason why bytes could not be unpacked: invalid gzip, or too much content. */
type UnpackError = 'damaged' | 'too large';

type Bytes = Uint8Array<ArrayBuffer>;

export async function gzip(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Decompresses at most `limit` bytes, because a short link may expand to gigabytes. */
async function gunzip(bytes: Bytes, limit: number): Promise<Result<Bytes, UnpackError>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  const parts: Bytes[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > limit) {
        await reader.cancel();
        return err('too large');
      }
      parts.push(next.value);
    }
  } catch {
    return err('damaged');
  }
  return ok(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

export const hashPrefix = '#reproduce=';

const MAX_CHARACTERS = 2_000_000;
const MAX_BYTES = 5_000_000;

/** Encodes a state as a URL hash: '#reproduce=…'. */
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

/** Decodes a URL hash that begins with `hashPrefix`. Never rejects; the error is a text for the developer. */
export async function readReproduction(hash: string): Promise<Result<Reproduction, string>> {
  const text = hash.slice(hashPrefix.length);
  if (text.length > MAX_CHARACTERS) return err(texts.long);
  const packed = fromBase64url(text);
  if (!packed) return err(texts.letters);
  const json = await gunzip(packed, MAX_BYTES);
  return json.ok ? check(parseJson(json.value)) : err(texts[json.error]);
}
