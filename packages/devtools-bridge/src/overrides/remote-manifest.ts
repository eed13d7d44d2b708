import * as v from 'valibot';

/** The part of Module Federation's mf-manifest.json that decides whether a remote fits a page. */
export const manifestSchema = v.object({
  metaData: v.object({
    globalName: v.string(),
    remoteEntry: v.object({ name: v.string(), path: v.string() }),
  }),
  exposes: v.array(v.object({ path: v.string() })),
  shared: v.array(
    v.object({
      name: v.string(),
      singleton: v.optional(v.boolean(), false),
      requiredVersion: v.optional(v.string(), '*'),
    }),
  ),
});

export type RemoteManifest = v.InferOutput<typeof manifestSchema>;
