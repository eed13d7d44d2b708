import * as v from 'valibot';

/** Whether a text is an origin: 'https://shop.example', with nothing behind it. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const originSchema = v.pipe(v.string(), v.check(isOrigin));

const schema = v.object({
  apiBaseUrl: v.fallback(v.optional(v.string()), undefined),
  origin: v.fallback(v.optional(originSchema), undefined),
  /** From where remotes may come, besides the shop's own origin. */
  remoteOrigins: v.fallback(v.optional(v.array(originSchema), []), []),
});

/** The fields of the runtime configuration that a release needs. The page checks all of it. */
export function configFields(config: unknown): v.InferOutput<typeof schema> {
  const parsed = v.safeParse(schema, config);
  return parsed.success ? parsed.output : v.parse(schema, {});
}
