import { type Grants, grantsSchema } from '@patchwork/host';
import * as v from 'valibot';

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
  devtools: field(v.object({ overrideOrigins: v.optional(v.array(origin)) })),
  reporting: field(v.object({ url: v.string() })),
  imageOrigins: field(v.array(origin)),
  hstsMaxAgeSeconds: field(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Origins from which remotes may be loaded, in addition to the shop's own. */
  remoteOrigins: v.fallback(v.optional(v.array(origin), []), []),
  /** Rights that remotes get if they ask for them, by remote. */
  rights: v.fallback(v.optional(grantsSchema, {}), {}),
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

/** Returns the configuration as the page gets it: without the rights, which only the page's headers state. */
export function configOfPage(config: unknown): unknown {
  if (typeof config !== 'object' || config === null) return config;
  const { rights: _rights, ...rest } = config as { readonly rights?: unknown };
  return rest;
}

/** Returns the rights that a configuration grants. Throws an Error that names the invalid field. */
export function requireGrants(config: unknown): Grants {
  const parsed = v.safeParse(v.object({ rights: v.optional(grantsSchema, {}) }), Object(config));
  if (parsed.success) return parsed.output.rights;
  const [issue] = parsed.issues;
  throw new Error(
    `${v.getDotPath(issue) ?? 'rights'}: ${issue.message}. See docs/configuration.md`,
  );
}
