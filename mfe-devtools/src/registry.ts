import { useEffect, useState } from 'react';
import * as v from 'valibot';

export const settingValue = v.union([v.boolean(), v.number(), v.string()]);

const versionSchema = v.object({
  version: v.string(),
  entry: v.string(),
  publishedAt: v.optional(v.string(), ''),
  stores: v.optional(v.record(v.string(), v.object({ purpose: v.string() })), {}),
  settings: v.optional(
    v.record(
      v.string(),
      v.object({
        ...{ type: v.string(), default: settingValue, purpose: v.string() },
        choices: v.optional(v.array(v.string())),
      }),
    ),
  ),
});

const registrySchema = v.object({
  remotes: v.array(
    v.object({
      id: v.string(),
      stable: versionSchema,
      canary: v.optional(v.object({ release: versionSchema })),
      previous: v.optional(v.array(versionSchema), []),
    }),
  ),
  /** Reasons why the server dropped entries, one sentence each. */
  problems: v.optional(v.array(v.string()), []),
});

type LiveRegistry = v.InferOutput<typeof registrySchema>;

async function fetchRegistry(): Promise<LiveRegistry> {
  const response = await fetch('/registry.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/registry.json responded with ${response.status}`);
  return v.parse(registrySchema, await response.json());
}

/** Returns the live registry; undefined while it is loading, an Error if it can't be read. */
export function useRegistry(): LiveRegistry | Error | undefined {
  const [registry, setRegistry] = useState<LiveRegistry | Error>();
  useEffect(() => {
    fetchRegistry().then(setRegistry, setRegistry);
  }, []);
  return registry;
}
