import { err, ok, type Result } from '@patchwork/domain';
import {
  type ActiveRemote,
  type ActiveRemotes,
  containerName,
  declaredModules,
  parseActiveRemotes,
} from '@patchwork/federation';
import * as v from 'valibot';
import type { CheckedOverride, Override } from '../remote-controls.ts';
import { routeChanges } from './route-changes.ts';

/** The part of Module Federation's mf-manifest.json that decides whether a remote fits a page. */
const manifestSchema = v.object({
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

type RemoteManifest = v.InferOutput<typeof manifestSchema>;

/** What an override must fit. */
export interface Page {
  readonly active: ActiveRemotes;
  /** The page's own copies of the shared packages, name to version. */
  readonly copies: ReadonlyMap<string, string>;
  readonly satisfies: (version: string, range: string) => boolean;
  readonly isProduction: boolean;
}

type Problems = readonly string[];

const idSchema = v.object({ id: v.string() });

/** The override as an entry of the registry, parsed as the page parses its registry. */
function readRemote(
  { remoteId, address }: Override,
  declaration: unknown,
  manifest: RemoteManifest,
  { active }: Page,
): Result<ActiveRemote, Problems> {
  const { path, name } = manifest.metaData.remoteEntry;
  const entry = `${address}/${path}${name}`;
  const document = { ...Object(declaration), version: 'override', entry, files: {} };
  const others = active.remotes.filter(({ id }) => id !== remoteId);
  const parsed = parseActiveRemotes({ remotes: [...others, document] });
  const remote = parsed.active.remotes.find(({ id }) => id === remoteId);
  return remote ? ok(remote) : err(parsed.problems.map((problem) => `remote.json: ${problem}`));
}

/** Only a development build imports this module, and React's production copy fails on it. */
const developmentJsx = 'react/jsx-dev-runtime';

/** Why a remote does not fit the page, one sentence each. Remotes bring no copies of shared packages. */
function findProblems(
  { remoteId, address }: Override,
  remote: ActiveRemote,
  { exposes, shared }: RemoteManifest,
  { copies, satisfies, isProduction }: Page,
): Problems {
  const exposed = new Set(exposes.map(({ path }) => path));
  const problems = declaredModules(remote)
    .filter((module) => !exposed.has(module))
    .map((module) => `${remoteId} declares ${module}, which its build does not expose.`);
  for (const { name, singleton, requiredVersion } of shared) {
    const version = copies.get(name);
    if (name === developmentJsx) {
      if (!isProduction) continue;
      problems.push(
        `${address} serves a development build, which fails on this page’s React. Start it with “pnpm dev ${remoteId} --remote-only”.`,
      );
    } else if (version === undefined) {
      problems.push(`${name}: the remote requires it, and this page does not share it.`);
    } else if (singleton && !satisfies(version, requiredVersion)) {
      problems.push(
        `${name}: the remote requires ${requiredVersion}, and this page holds ${version}.`,
      );
    }
  }
  return problems;
}

/** Whether what an address serves, not yet parsed, can replace a remote on this page. */
export function validateOverride(
  override: Override,
  found: { readonly declaration: unknown; readonly manifest: unknown },
  page: Page,
): Result<CheckedOverride, Problems> {
  const { remoteId, address } = override;
  if (!v.is(idSchema, found.declaration)) return err([`${address}/remote.json names no id.`]);
  const { id } = found.declaration;
  if (id !== remoteId) return err([`${address} serves ${id}, not ${remoteId}.`]);
  const parsed = v.safeParse(manifestSchema, found.manifest);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? 'document';
    return err([`${address}/mf-manifest.json: ${field}: ${issue.message}`]);
  }
  const manifest = parsed.output;
  const { globalName } = manifest.metaData;
  if (globalName !== containerName(remoteId)) {
    return err([`${address} says it is ${remoteId}, but its container is ${globalName}.`]);
  }
  const remote = readRemote(override, found.declaration, manifest, page);
  if (!remote.ok) return remote;
  const problems = findProblems(override, remote.value, manifest, page);
  if (problems.length > 0) return err(problems);
  const released = page.active.remotes.find((each) => each.id === remoteId);
  return ok({ ...override, remote: remote.value, warnings: routeChanges(released, remote.value) });
}
