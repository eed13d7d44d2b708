import * as v from 'valibot';
import { shellName } from '../release-folder/layout.ts';

/*
 * An upload is one POST. Its body is a line of JSON (see headSchema), followed by the files' bytes, one after the other.
 * What the line says is signed by a team's key, or comes with a pipeline's token in the header `authorization`.
 */

/** Path of uploads at the shop's origin. No page and no file of a release can have it: servers hide such names. */
export const UPLOADS_PATH = '/.patchwork/uploads';

export const MAX_UPLOAD_BYTES = 64 * 2 ** 20;
const MAX_FILES = 5_000;

/** Maximum number of characters of an upload's first line. */
export const MAX_HEAD_LENGTH = 2 ** 20;

/** Commands that an upload may run. The first ones move what all visitors may get, the others only previews. */
const forVisitors = ['publish', 'canary', 'promote', 'rollback', 'withdraw', 'set'] as const;
export const uploadCommands = [...forVisitors, 'preview', 'end-preview'] as const;

/** Text that can't begin another line of a log. */
const line = v.pipe(v.string(), v.maxLength(500), v.regex(/^\P{Cc}*$/u));

/** A name, a version, a share, or `<name>@<version>`. */
const isName = (argument: string): boolean => /^\w[\w@.%+-]{0,199}$/.test(argument);

const option = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.regex(
    /^--(?:(?:allow-access|auto|days|every|name|reason|share)=.+|anyway|json|load|no-load|undo)$/s,
    'there is no such option of an upload',
  ),
);

/** Where a file of a built piece may be: the two that describe it, its build, and its types. */
const isPath = (file: string): boolean =>
  /^(?:package\.json|remote\.json|shell\.json|(?:dist|types)\/.+)$/s.test(file) &&
  !/[\\\p{Cc}]/u.test(file) &&
  file.split('/').every((part) => !['', '.', '..'].includes(part));

const fileSchema = v.strictObject({
  path: v.pipe(
    v.string(),
    v.maxLength(500),
    v.check(isPath, 'this is no path of a file in a built piece'),
  ),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_UPLOAD_BYTES)),
  /** SHA-256 in hexadecimal. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export const uploadSchema = v.strictObject({
  /** Origin of the shop that the upload is for. */
  shop: v.string(),
  /** One of the shop's challenges: each is good for one upload. */
  challenge: v.string(),
  command: v.picklist(uploadCommands),
  /** Only the third may be other than a name: the value that `set` gives a setting. */
  args: v.pipe(
    v.array(line),
    v.minLength(1),
    v.maxLength(20),
    v.check((args) => args.every((each, index) => index === 2 || isName(each)), 'this is no name'),
  ),
  options: v.pipe(v.array(option), v.maxLength(20)),
  /** Who runs the command, as the team says. A pipeline's token says it itself. */
  author: v.strictObject({
    who: v.optional(line),
    commit: v.optional(line),
    isDirty: v.optional(v.boolean()),
    run: v.optional(line),
  }),
  /** Files of the one built piece, in the order in which they are sent; none if the command needs no build. */
  files: v.pipe(
    v.array(fileSchema),
    v.maxLength(MAX_FILES, `an upload has ${MAX_FILES} files at most`),
    v.check(
      (files) => new Set(files.map(({ path }) => path.toLowerCase())).size === files.length,
      'a file is named twice',
    ),
  ),
});

export type Upload = v.InferOutput<typeof uploadSchema>;

/** Schema of an upload's first line: the text of an Upload and, if a team signed it, its public key and signature. */
export const headSchema = v.strictObject({
  payload: v.string(),
  key: v.optional(v.string()),
  signature: v.optional(v.string()),
});

/** Schema of what GET responds with: whom a token has to name as its audience, and a challenge. */
export const invitationSchema = v.object({ shop: v.string(), challenge: v.string() });

/** Schema of the response to a refused upload: all reasons, each with what to do. */
export const refusedSchema = v.object({ reasons: v.array(v.string()) });

/** Schema of a line of the response to an upload: what the command printed, or, as the last one, its exit code. */
export const outcomeSchema = v.object({
  out: v.optional(v.string()),
  err: v.optional(v.string()),
  code: v.optional(v.number()),
});

export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** Whether a command moves what visitors get who open no preview. */
export const isForVisitors = ({ command }: Pick<Upload, 'command'>): boolean =>
  forVisitors.some((each) => each === command);

/** Returns the pieces that a command names; none for the end of a preview, which may hold several. */
export function piecesOf({ command, args }: Pick<Upload, 'command' | 'args'>): string[] {
  if (command === 'end-preview') return [];
  const named = command === 'preview' ? args : args.slice(0, 1);
  return [...new Set(named.map((each) => each.split('@', 1)[0] ?? ''))];
}

/** File of a built piece that has its id; undefined for the shell, which has none. */
export const declarationOf = (piece: string): string | undefined =>
  piece === shellName ? undefined : 'remote.json';
