import path from 'node:path';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { readIfPresent } from './files.ts';

/**
 * Whether a text is an http or https origin and nothing else: 'https://shop.example'. Origins are written into headers,
 * where other characters, such as a line break, could end the value.
 */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/**
 * Returns a schema that maps missing and invalid values to undefined. The page refuses invalid ones and doesn't start.
 */
const field = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

const origin = v.pipe(v.string(), v.check(isOrigin));

const schema = v.object({
  apiBaseUrl: field(v.string()),
  origin: field(origin),
  payment: field(v.object({ provider: v.literal('razorpay'), scriptUrl: v.optional(v.string()) })),
  devtools: field(v.object({ overrideOrigins: v.optional(v.array(origin)) })),
  reporting: field(v.object({ url: v.string() })),
  imageOrigins: field(v.array(origin)),
  hstsMaxAgeSeconds: field(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Origins from which remotes may be loaded, in addition to the shop's own. */
  remoteOrigins: v.fallback(v.optional(v.array(origin), []), []),
});

export type ConfigFields = v.InferOutput<typeof schema>;

/**
 * Returns those fields of the runtime configuration that releases use; invalid ones count as missing. The page
 * validates the whole configuration.
 */
export function configFields(config: unknown): ConfigFields {
  const parsed = v.safeParse(schema, config);
  return parsed.success ? parsed.output : v.parse(schema, {});
}

/** Reads a release folder's runtime configuration; {} if there is none. Throws a ReleaseError if it is unreadable. */
export async function readConfig(release: string): Promise<unknown> {
  const file = path.join(release, 'config.json');
  const text = (await readIfPresent(file))?.toString();
  if (text === undefined) return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReleaseError(`${file} cannot be read (${String(error)}): fix it or delete it`);
  }
}
