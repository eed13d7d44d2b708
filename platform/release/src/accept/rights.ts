import type * as v from 'valibot';
import { readRepositories } from '../pointers/repositories.ts';
import { readerOf } from '../release-folder/files.ts';
import type { Author } from '../release-folder/history.ts';
import { type Envelope, isSigned } from '../release-folder/keys.ts';
import {
  OWNERS,
  type Owners,
  readSignedOwners,
  type repositorySchema,
} from '../release-folder/signing/owners.ts';
import { keyRefusals } from '../release-folder/signing/signed-moves.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import { isForVisitors, piecesOf, type Upload } from './request.ts';
import type { createTokenReader, Pipeline } from './tokens.ts';

/** Whose upload it is, and what it may move. */
export interface Uploader {
  readonly author: Author;
  /** Pieces that it may move; '*' is all. */
  readonly pieces: readonly string[];
  /** Repository that the build comes from, if a token says so. */
  readonly repository: string | undefined;
}

/** Result of asking for rights: the uploader, or all reasons for a refusal, each with what to do. */
export type Judged =
  | { readonly uploader: Uploader; readonly reasons?: undefined }
  | { readonly reasons: readonly string[] };

interface Release {
  readonly store: ReleaseStore;
  readonly trust: readonly string[];
}

type Repository = v.InferOutput<typeof repositorySchema>;

const judged = (reasons: readonly string[], uploader: Uploader): Judged =>
  reasons.length > 0 ? { reasons } : { uploader };

/** Judges an upload that a team's key has signed. */
export async function judgeKey(
  { store, trust }: Release,
  upload: Upload,
  envelope: Envelope,
): Promise<Judged> {
  const { key } = envelope;
  const owners = await readSignedOwners(readerOf(store.folder), trust);
  if (!owners) {
    return {
      reasons: [
        'This release is not signed, so it knows no keys: upload from a pipeline, or ask whoever runs the shop to sign it',
      ],
    };
  }
  const at = new Date().toISOString();
  const reasons = [
    ...(isSigned(envelope, 'upload')
      ? []
      : ['The signature is not that of this upload: send it as the command made it']),
    ...keyRefusals({ owners, trust }, key, piecesOf(upload), at).map(
      (refusal) => `${refusal}: whoever has the shop’s key can change that in ${OWNERS}`,
    ),
  ];
  const known = Object.hasOwn(owners.keys, key) ? owners.keys[key] : undefined;
  const { who, ...author } = upload.author;
  const name = `key of ${known?.name ?? 'the shop'}`;
  return judged(reasons, {
    author: { ...author, who: who === undefined ? name : `${who}, ${name}` },
    pieces: known?.pieces ?? ['*'],
    repository: undefined,
  });
}

/** Returns what a repository may move: by owners.json or, in a release that is not signed, by .owners.json. */
async function rightsOf(
  { store }: Release,
  owners: Owners | undefined,
  repository: string,
): Promise<Repository | undefined> {
  if (owners) {
    const found = Object.entries(owners.repositories).find(
      ([name]) => name.toLowerCase() === repository,
    );
    return found?.[1];
  }
  const byPiece = Object.entries(await readRepositories(store.folder));
  const pieces = byPiece.flatMap(([piece, names]) => (names.includes(repository) ? [piece] : []));
  return { pieces, ref: 'refs/heads/main' };
}

/** Returns why a pipeline may not run a command; none if it may. */
function pipelineRefusals(
  upload: Upload,
  pipeline: Pipeline,
  rights: Repository | undefined,
  isSignedRelease: boolean,
): string[] {
  const { repository } = pipeline;
  const { pieces = [], ref, environment } = rights ?? {};
  const foreign = pieces.includes('*')
    ? []
    : piecesOf(upload).filter((piece) => !pieces.includes(piece));
  const change = (piece: string) =>
    isSignedRelease
      ? `in “repositories” of ${OWNERS}`
      : `with “patchwork own ${piece} --repository ${repository}”`;
  const isTooEarly = isForVisitors(upload) && ref !== undefined && pipeline.ref !== ref;
  const isElsewhere =
    isForVisitors(upload) && environment !== undefined && pipeline.environment !== environment;
  return [
    ...foreign.map(
      (piece) =>
        `${repository} is not an owner of ${piece}: whoever runs the shop can change that ${change(piece)}`,
    ),
    ...(pieces.length === 0 && foreign.length === 0
      ? [`${repository} owns nothing here: whoever runs the shop can change that`]
      : []),
    ...(isTooEarly
      ? [
          `The pipeline runs for ${pipeline.ref}, and only ${ref} may move what visitors get: publish a preview, or merge first`,
        ]
      : []),
    ...(isElsewhere
      ? [
          `The pipeline runs in ${pipeline.environment ?? 'no environment'}, and only ${environment} may move what visitors get: name it in the job`,
        ]
      : []),
  ];
}

/** Judges an upload with the token of a pipeline. */
export async function judgeToken(
  release: Release,
  upload: Upload,
  token: string,
  read: ReturnType<typeof createTokenReader>,
): Promise<Judged> {
  const { pipeline, problems } = await read(token, upload.shop);
  if (!pipeline) return { reasons: problems };
  const owners = await readSignedOwners(readerOf(release.store.folder), release.trust);
  const { repository, ref, actor, commit, run } = pipeline;
  const rights = await rightsOf(release, owners, repository);
  const reasons = [
    ...problems,
    ...pipelineRefusals(upload, pipeline, rights, owners !== undefined),
  ];
  const who = [actor, `${repository} ${ref}`].filter((part) => part !== undefined).join(', ');
  return judged(reasons, {
    author: { who, commit, run },
    pieces: rights?.pieces ?? [],
    repository,
  });
}
