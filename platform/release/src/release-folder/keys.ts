import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';

export class SignatureError extends ReleaseError {
  override readonly name = 'SignatureError';
}

/*
 * Signatures of exact bytes, as in DSSE (github.com/secure-systems-lab/dsse): what is signed is the text of a document,
 * not the document, so nothing depends on how it is written as JSON. The text's type is signed with it, so that one
 * document can't be taken for another.
 */

export type PayloadType = 'owners' | 'move' | 'upload';

const envelopeSchema = v.object({
  payload: v.string(),
  /** Public key: 'ed25519:' and its 32 bytes as base64url. */
  key: v.string(),
  /** Signature as base64. */
  signature: v.string(),
});

export type Envelope = v.InferOutput<typeof envelopeSchema>;

const encode = (type: PayloadType, payload: string): Buffer => {
  const name = `application/vnd.patchwork.${type}+json`;
  return Buffer.from(`DSSEv1 ${name.length} ${name} ${Buffer.byteLength(payload)} ${payload}`);
};

const PREFIX = 'ed25519:';

function textOf(publicKey: KeyObject): string {
  const { x } = publicKey.export({ format: 'jwk' });
  return PREFIX + x;
}

/** Whether a text has the form of a public key: 'ed25519:' and 43 characters. */
export const isPublicKey = (text: string): boolean => /^ed25519:[\w-]{43}$/.test(text);

const publicKeyOf = (text: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: text.slice(PREFIX.length) },
    format: 'jwk',
  });

/** Creates a pair of keys: the private one as PEM, the public one as 'ed25519:…'. */
export function createKey(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicKey: textOf(publicKey),
  };
}

export interface Signer {
  /** Public key that belongs to the private one. */
  readonly key: string;
  readonly sign: (type: PayloadType, payload: string) => Envelope;
}

/** Reads a private key in PEM. Throws a ReleaseError, which names `file`, if the text is not an Ed25519 key. */
export function readSigner(pem: string, file: string): Signer {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch {
    throw new ReleaseError(`${file} has no private key: “patchwork key <file>” creates one`);
  }
  if (privateKey.asymmetricKeyType !== 'ed25519') {
    throw new ReleaseError(`${file} is not an Ed25519 key: “patchwork key <file>” creates one`);
  }
  const key = textOf(createPublicKey(privateKey));
  return {
    key,
    sign: (type, payload) => ({
      payload,
      key,
      signature: sign(null, encode(type, payload), privateKey).toString('base64'),
    }),
  };
}

/** Parses an envelope; undefined if the text is not one. Doesn't verify it. */
export function parseEnvelope(text: string): Envelope | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), envelopeSchema), text);
  return parsed.success ? parsed.output : undefined;
}

/** Whether the signature of an envelope was made with its key, for a payload of this type. */
export const isSigned = ({ payload, key, signature }: Envelope, type: PayloadType): boolean =>
  isPublicKey(key) &&
  verify(null, encode(type, payload), publicKeyOf(key), Buffer.from(signature, 'base64'));
