import * as v from 'valibot';
import { ReleaseError, UsageError } from '../errors.ts';
import { changeRelease, refreshStore, writeRecorded } from '../pointers/change-release.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { readerOf } from '../release-folder/files.ts';
import { isPublicKey, SignatureError } from '../release-folder/keys.ts';
import { type RegistryDocument, readRegistry } from '../release-folder/registry.ts';
import {
  digestOf,
  type Head,
  OWNERS,
  type Owners,
  ownersDraftSchema,
  readSignedOwners,
  type Verified,
} from '../release-folder/signing/owners.ts';
import {
  requireAllowedMove,
  versionKey,
  versionsNamed,
} from '../release-folder/signing/signed-moves.ts';
import { unsignedHead, verifyHistory } from '../release-folder/signing/verify.ts';
import { ConflictError } from '../release-folder/store.ts';

export type OwnersDraft = v.InferOutput<typeof ownersDraftSchema>;

/** Parses a draft that a person has written. Throws a UsageError that names the first mistake. */
export function parseOwnersDraft(file: string, text: string): OwnersDraft {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ownersDraftSchema), text);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new UsageError(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
  }
  const { keys, stolen } = parsed.output;
  const wrong = [...Object.keys(keys), ...stolen].find((key) => !isPublicKey(key));
  if (wrong !== undefined) throw new UsageError(`${file}: “${wrong}” is not a public key`);
  const both = stolen.find((key) => Object.hasOwn(keys, key));
  if (both !== undefined)
    throw new UsageError(`${file}: “${both}” is in keys and in stolen: delete it from keys`);
  return parsed.output;
}

/**
 * Returns the head without versions that were published with a stolen key. Throws a SignatureError if a pointer names a
 * version that is then missing.
 */
function withoutStolen(head: Head, document: RegistryDocument, { stolen }: OwnersDraft): Head {
  const versions = Object.fromEntries(
    Object.entries(head.versions).filter(([, { by }]) => !stolen.includes(by)),
  );
  for (const [name, version] of versionsNamed(document)) {
    if (Object.hasOwn(versions, versionKey(name, version))) continue;
    throw new SignatureError(
      `${name} ${version} was published with a stolen key, and a pointer names it: publish another version, or roll back, first`,
    );
  }
  return { ...head, versions };
}

/**
 * Signs the draft (which keys may publish and move which pieces) and the release's current state with the shop's key.
 * Throws a UsageError without a key. Throws a SignatureError if the key is not trusted, if the release differs from
 * what was signed, or if a pointer names a version published with a stolen key.
 */
export async function signOwners(context: ReleaseContext, draft: OwnersDraft): Promise<Owners> {
  const { store, signer, trust = [] } = context;
  const release = store.folder;
  const read = readerOf(release);
  if (!signer) {
    throw new UsageError('Name the file of the shop’s private key with --key, or in PATCHWORK_KEY');
  }
  await refreshStore(store);
  const isFirst = (await read(OWNERS)) === undefined;
  if (!isFirst && trust.length > 0 && !trust.includes(signer.key)) {
    throw new SignatureError(`${signer.key} is not the shop’s key`);
  }
  const trusted = isFirst ? [signer.key] : trust;
  return changeRelease({ ...context, trust: isFirst ? [] : trust }, 'owners', async (signed) => {
    for (let attempt = 1; ; attempt += 1) {
      const document = await readRegistry(release);
      // Moves that were made during the last attempt are verified with the previous owners, who signed them.
      const { head } = signed
        ? await verifyHistory(read, document, trusted, {
            owners: signed.owners,
            allowsExpired: true,
          })
        : { head: await unsignedHead(release, document, signer.key) };
      const config = await read('config.json');
      const owners: Owners = {
        ...draft,
        version: (signed?.owners.version ?? 0) + attempt,
        config: config ? digestOf(config) : null,
        head: withoutStolen(head, document, draft),
      };
      const verified: Verified = { owners, trust: trusted, head: owners.head };
      requireAllowedMove(context, verified, document);
      const envelope = signer.sign('owners', JSON.stringify(owners));
      await store.replace(OWNERS, `${JSON.stringify(envelope, null, 2)}\n`);
      try {
        // Commands that began with the previous owners find a conflict, and start again.
        await writeRecorded(context, verified, {
          ...{ command: 'owners', pieces: [], before: document, after: document },
        });
        return owners;
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === 20) throw error;
        await store.refresh();
      }
    }
  });
}

/** Returns the owners of a release as a draft to edit. Throws a ReleaseError if there are none. */
export async function readOwnersDraft({ store, trust = [] }: ReleaseContext): Promise<OwnersDraft> {
  const owners = await readSignedOwners(readerOf(store.folder), trust);
  if (!owners) throw new ReleaseError(`${store.address} is not signed: ${OWNERS} is missing`);
  const { expires, keys, minimum, repositories, stolen } = owners;
  return { expires, keys, minimum, repositories, stolen };
}
