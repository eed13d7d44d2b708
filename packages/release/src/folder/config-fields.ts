import * as v from 'valibot';

/** Whether a text is an origin: 'https://shop.example', with nothing behind it. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const schema = v.object({
  apiBaseUrl: v.fallback(v.optional(v.string()), undefined),
  origin: v.fallback(v.optional(v.pipe(v.string(), v.check(isOrigin))), undefined),
});

/** The fields of the runtime configuration that a release needs. The page checks all of it. */
export function configFields(config: unknown): v.InferOutput<typeof schema> {
  const parsed = v.safeParse(schema, config);
  return parsed.success ? parsed.output : { apiBaseUrl: undefined, origin: undefined };
}
