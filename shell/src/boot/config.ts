import * as v from 'valibot';

const configSchema = v.object({
  /** Where the API answers. Absent: the mock answers, in the page itself. */
  apiBaseUrl: v.optional(v.pipe(v.string(), v.url('apiBaseUrl is an absolute URL'))),
});

export type RuntimeConfig = v.InferOutput<typeof configSchema>;

/** Checks the runtime configuration. Throws a sentence that names the field at fault. */
export function parseConfig(document: unknown): RuntimeConfig {
  const parsed = v.safeParse(configSchema, document);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? 'document';
  throw new Error(`The page’s config could not be read: ${field}: ${issue.message}`);
}
