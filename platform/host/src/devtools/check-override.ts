import * as v from 'valibot';
import { pageCopies, satisfies } from '../browser.ts';
import {
  type ActiveRemote,
  type ActiveRemotes,
  containerName,
  type DeclaredRoute,
  declaredModules,
  parseActiveRemotes,
} from '../index.ts';
import { err, ok, type Result } from '../result.ts';
import type { CheckedOverride, Override } from './inspection.ts';
import type { ServedPage } from './page.ts';

/** Timeout of a request. A development server on this machine responds within a few milliseconds. */
const REQUEST_TIMEOUT_MS = 5000;

const request = (url: string, options: RequestInit): Promise<Response> =>
  fetch(url, {
    ...options,
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });

/** Whether the server responds at all, even if CORS forbids reading the response. */
const isReachable = (url: string): Promise<boolean> =>
  request(url, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  );

const isHtml = (text: string): boolean => /^\s*</.test(text);

/** Fetches JSON from an override's address. The error is a text for the developer that says what went wrong. */
async function fetchJson(url: string): Promise<Result<unknown, string>> {
  let text: string;
  try {
    const response = await request(url, { credentials: 'omit' });
    if (!response.ok)
      return err(`${url} responded with ${response.status}. Is a remote served there?`);
    text = await response.text();
  } catch {
    if (!(await isReachable(url))) return err(`${url} does not respond. Is its server running?`);
    return err(`${url} responds, but does not allow ${location.origin} to read it (CORS).`);
  }
  if (isHtml(text)) {
    return err(`${url} is a web page, not a remote’s file. Is it the remote’s stand-alone page?`);
  }
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(`${url} is not JSON.`);
  }
}

/** Whether a URL points to this machine, on any port. Only the developer can run a server there. */
const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && (hostname === 'localhost' || hostname === '127.0.0.1');

/** Page's URL, and the origins allowed for overrides; if they are undefined, any port of this machine is allowed. */
interface AddressRules {
  readonly pageUrl: string;
  readonly overrideOrigins: readonly string[] | undefined;
}

/**
 * Normalizes an override's address and removes trailing slashes. The error is a text for the developer that says why
 * the address can't be used: it isn't a URL, it has more than origin and path, its origin isn't allowed, or the browser
 * would block it. Addresses of versions in the shop's own release folder are always allowed.
 */
export function parseOverrideAddress(
  address: string,
  { pageUrl, overrideOrigins }: AddressRules,
): Result<string, string> {
  if (!URL.canParse(address)) {
    return err(`“${address}” is not an address. Write it like http://localhost:3001.`);
  }
  const url = new URL(address);
  if (url.search || url.hash || url.username || url.password) {
    return err(
      `“${address}” holds more than an origin and a path. Write it like http://localhost:3001.`,
    );
  }
  const page = new URL(pageUrl);
  const isReleased = url.origin === page.origin && url.pathname.startsWith('/remotes/');
  const isAllowed = overrideOrigins?.includes(url.origin) ?? isThisMachine(url);
  if (!isReleased && !isAllowed) {
    const allowed = overrideOrigins
      ? overrideOrigins.join(', ') || 'none'
      : 'any port of localhost and 127.0.0.1';
    return err(`${url.origin} is not an allowed origin. This shop allows ${allowed}.`);
  }
  // An https page may load over http only from localhost.
  if (page.protocol === 'https:' && url.protocol === 'http:' && !isThisMachine(url)) {
    return err(
      `This page came over https, which loads nothing over http. Serve ${url.host} by https.`,
    );
  }
  return ok(url.href.replace(/\/+$/, ''));
}

const audiences: Record<DeclaredRoute['access'], string> = {
  open: 'everyone',
  login: 'logged-in shoppers only',
  visitor: 'logged-out visitors only',
};

/** Lists where an override's routes differ from the released ones, one sentence each. */
function routeChanges(released: ActiveRemote | undefined, override: ActiveRemote): string[] {
  const before = new Map((released?.routes ?? []).map((route) => [route.path, route]));
  const after = new Set(override.routes.map(({ path }) => path));
  const changes = override.routes.flatMap(({ path, access }) => {
    const known = before.get(path);
    if (!known) return [`The route ${path} is new, for ${audiences[access]}.`];
    if (known.access === access) return [];
    return [
      `The route ${path} is for ${audiences[access]}; released, it is for ${audiences[known.access]}.`,
    ];
  });
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return [...changes, ...removed.map((path) => `The route ${path} is removed.`)];
}

/** Fields of Module Federation's mf-manifest.json that decide whether a remote fits a page. */
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

export interface Page {
  readonly active: ActiveRemotes;
  /** Versions of the shared packages on the page, by package name. */
  readonly copies: ReadonlyMap<string, string>;
  readonly satisfies: (version: string, range: string) => boolean;
  readonly isProduction: boolean;
}

type Problems = readonly string[];

const idSchema = v.object({ id: v.string() });

/** Turns an override into a registry entry, and parses it as the page parses its registry. */
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

/** Module that only development builds import. It fails with the production build of React. */
const developmentJsx = 'react/jsx-dev-runtime';

/**
 * Lists why a remote doesn't fit the page, one sentence each. A remote has no copies of shared packages, so it depends
 * on those of the page.
 */
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

/**
 * Checks whether files from an override's address can replace a remote on this page. `found` is JSON that has not been
 * validated. The errors are texts for the developer.
 */
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

type OverrideCheck = (
  override: Override,
  inForce: readonly ActiveRemote[],
) => Promise<Result<CheckedOverride, readonly string[]>>;

/**
 * Creates a function that fetches the files of an override and checks them against this page with the other overrides
 * in force.
 */
export function createOverrideCheck({ active: released, devtools }: ServedPage): OverrideCheck {
  const rules = { pageUrl: location.href, overrideOrigins: devtools?.overrideOrigins };
  const copies = pageCopies();
  const isProduction = process.env.NODE_ENV === 'production';
  return async ({ remoteId, address: written }, inForce) => {
    const address = parseOverrideAddress(written.trim(), rules);
    if (!address.ok) return err([address.error]);
    const declaration = await fetchJson(`${address.value}/remote.json`);
    if (!declaration.ok) return err([declaration.error]);
    const manifest = await fetchJson(`${address.value}/mf-manifest.json`);
    if (!manifest.ok) return err([manifest.error]);
    const others = inForce.filter(({ id }) => id !== remoteId);
    const remotes = released.remotes.map(
      (remote) => others.find(({ id }) => id === remote.id) ?? remote,
    );
    return validateOverride(
      { remoteId, address: address.value },
      { declaration: declaration.value, manifest: manifest.value },
      { active: { remotes }, copies, satisfies, isProduction },
    );
  };
}
