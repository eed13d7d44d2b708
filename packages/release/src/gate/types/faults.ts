import * as v from 'valibot';
import { sideNames } from './questions.ts';

const texts = v.array(v.string());

const faultSchema = v.variant('rule', [
  v.object({
    rule: v.literal('exposed types'),
    /** Of the remote, relative to its version's folder. */
    file: v.string(),
    module: v.string(),
    /** The slot that it fills; a page has none. */
    slot: v.optional(v.string()),
    /** What the compiler says. */
    reason: v.string(),
  }),
  v.object({
    rule: v.literal('imported names'),
    /** Of the remote's sources: one that imports the first name. */
    file: v.string(),
    module: v.string(),
    names: texts,
    /** What the compiler says; absent when the shell's copy lacks the names. */
    reason: v.optional(v.string()),
  }),
  v.object({
    rule: v.literal('types'),
    /** Which of them mentions what is installed nowhere. */
    side: v.picklist(sideNames),
    /** Relative to its version's folder. */
    file: v.string(),
    missing: v.string(),
  }),
]);

export const faultsSchema = v.array(faultSchema);

/** What is wrong between a remote's types and a shell's, whatever their versions are called. */
export type TypeFault = v.InferOutput<typeof faultSchema>;
