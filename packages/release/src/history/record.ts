import * as v from 'valibot';

const versions = v.object({
  stable: v.optional(v.string()),
  /** The share of the visitors that get it, 1 to 99 percent. */
  canary: v.optional(v.object({ version: v.string(), percent: v.number() })),
  /** By the name of a preview, the version that those get who open its link. */
  previews: v.optional(v.record(v.string(), v.string())),
});

/** What visitors get of a piece; null when they get nothing of it. */
const stateSchema = v.nullable(versions);

const warningSchema = v.object({
  rule: v.string(),
  message: v.string(),
  /** Name and version of what was released. */
  ours: v.string(),
});

/** Who moved a pointer, and from which sources. */
const authorSchema = v.object({
  who: v.optional(v.string()),
  /** What was checked out where the command ran. */
  commit: v.optional(v.string()),
  /** Whether the sources of the piece, or of the packages, differed from that commit. */
  isDirty: v.optional(v.boolean()),
  /** Address of the workflow's run. */
  run: v.optional(v.string()),
});

const recordSchema = v.object({
  id: v.string(),
  /** ISO, UTC. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** 'rollback mfe-catalog' */
  command: v.string(),
  pieces: v.array(v.object({ name: v.string(), from: stateSchema, to: stateSchema })),
  ...authorSchema.entries,
  reason: v.optional(v.string()),
  /** What the gate answered; absent where it was not asked. */
  gate: v.optional(
    v.object({
      answer: v.literal('passed'),
      warnings: v.array(warningSchema),
    }),
  ),
});

export type PieceState = v.InferOutput<typeof stateSchema>;
export type PieceChange = MoveRecord['pieces'][number];
export type Author = v.InferOutput<typeof authorSchema>;

/** One move of pointers, as a line of the history has it. */
export type MoveRecord = v.InferOutput<typeof recordSchema>;

/** As it was written, with fields that a later version of this program may have added. */
export const readRecord = (value: unknown): MoveRecord | undefined =>
  v.is(recordSchema, value) ? value : undefined;
