import { type CompactVerifyGetKey, compactVerify, createRemoteJWKSet, decodeJwt } from 'jose';
import * as v from 'valibot';
import { messageOf, ReleaseError } from '../errors.ts';

/** Issuers of the tokens that GitHub Actions and GitLab CI give to their jobs (OpenID Connect). */
export const knownIssuers = ['https://token.actions.githubusercontent.com', 'https://gitlab.com'];

const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** Throws a ReleaseError unless a text is the address of an issuer: https, or http on this machine. */
export function requireIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && !/\/$/.test(text) && (url.protocol === 'https:' || isLoopback(url))) return text;
  throw new ReleaseError(
    `ACCEPT_ISSUERS has "${text}": write an issuer as its tokens name it, such as https://gitlab.example, without “/” at its end`,
  );
}

const text = v.optional(v.string());

/** Schema of the claims that are read: the standard ones, and those of GitHub Actions and GitLab CI. */
const claimsSchema = v.object({
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  exp: v.number(),
  nbf: v.optional(v.number()),
  repository: text,
  project_path: text,
  ref: text,
  ref_type: text,
  environment: text,
  sha: text,
  actor: text,
  user_login: text,
  run_id: text,
  pipeline_id: v.optional(v.union([v.string(), v.number()])),
});

type Claims = v.InferOutput<typeof claimsSchema>;

/** What a pipeline's token says. */
export interface Pipeline {
  /** Name of its repository as in .owners.json: 'github.com/acme/shop'. */
  readonly repository: string;
  /** Branch or tag that it runs for: 'refs/heads/main'. */
  readonly ref: string;
  readonly environment: string | undefined;
  readonly actor: string | undefined;
  readonly commit: string | undefined;
  /** Address of the run. */
  readonly run: string | undefined;
}

function pipelineOf(claims: Claims): Pipeline | undefined {
  const { iss, repository, project_path, ref = '', environment, sha: commit } = claims;
  const { hostname } = new URL(iss);
  const host = iss === knownIssuers[0] ? 'github.com' : hostname;
  const name = repository ?? project_path;
  if (name === undefined) return undefined;
  const folder = claims.ref_type === 'tag' ? 'refs/tags' : 'refs/heads';
  const { run_id, pipeline_id } = claims;
  const places = [
    [run_id, 'actions/runs'],
    [pipeline_id, '-/pipelines'],
  ];
  const place = places.find(([number]) => number !== undefined);
  const run = place && `https://${host}/${name}/${place[1]}/${place[0]}`;
  return {
    repository: `${host}/${name}`.toLowerCase(),
    // GitHub writes refs/heads/main, GitLab main.
    ref: ref.startsWith('refs/') ? ref : `${folder}/${ref}`,
    ...{ environment, commit, run, actor: claims.actor ?? claims.user_login },
  };
}

/** Seconds by which the clocks of issuer and server may differ. */
const CLOCKS_S = 60;

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

function claimProblems({ aud, exp, nbf = 0 }: Claims, audience: string): string[] {
  const now = Date.now() / 1000;
  const audiences = [aud].flat();
  return [
    ...(exp + CLOCKS_S < now
      ? [`The token expired at ${timeOf(exp)}: get a new one just before the command`]
      : []),
    ...(nbf - CLOCKS_S > now
      ? [`The token is good from ${timeOf(nbf)} on: set the clock of this server or of the issuer`]
      : []),
    ...(audiences.includes(audience)
      ? []
      : [
          `The token is for ${audiences.join(', ')}, not for this shop: ask for one with the audience ${audience}`,
        ]),
  ];
}

const discoverySchema = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });

async function discover(issuer: string): Promise<CompactVerifyGetKey> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`it returns ${answer.status}`);
  const { jwks_uri: keys } = v.parse(discoverySchema, await answer.json());
  return createRemoteJWKSet(new URL(keys));
}

/** Creates the function that verifies tokens of pipelines by the keys that these issuers publish. */
export function createTokenReader(issuers: readonly string[]) {
  const known = new Map<string, Promise<CompactVerifyGetKey>>();

  function keysOf(issuer: string): Promise<CompactVerifyGetKey> {
    const keys = known.get(issuer) ?? discover(issuer);
    known.set(issuer, keys);
    // The next token tries again.
    keys.catch(() => known.delete(issuer));
    return keys;
  }

  async function signatureProblems(token: string, issuer: string): Promise<string[]> {
    const keys = await keysOf(issuer).catch((error) => messageOf(error));
    if (typeof keys === 'string')
      return [`The keys of ${issuer} can’t be read (${keys}): try again`];
    return compactVerify(token, keys, { algorithms: ['RS256', 'PS256', 'ES256'] }).then(
      () => [],
      (error) => [
        `The token is not signed by ${issuer} (${messageOf(error)}): send one as the pipeline got it`,
      ],
    );
  }

  /** Returns what a token says, if it may be believed, and all reasons why not. */
  return async (
    token: string,
    audience: string,
  ): Promise<{ readonly pipeline: Pipeline | undefined; readonly problems: string[] }> => {
    let claims: Claims;
    try {
      claims = v.parse(claimsSchema, decodeJwt(token));
    } catch {
      const problem =
        'This is no token of a pipeline: GitHub gives one with “id-token: write”, GitLab with “id_tokens”';
      return { pipeline: undefined, problems: [problem] };
    }
    const { iss } = claims;
    const isKnown = issuers.includes(iss);
    const pipeline = isKnown ? pipelineOf(claims) : undefined;
    return {
      pipeline,
      problems: [
        ...(isKnown
          ? await signatureProblems(token, iss)
          : [
              `The token is by ${iss}, and this shop trusts ${issuers.join(' and ')}: whoever runs it can name another issuer in ACCEPT_ISSUERS`,
            ]),
        ...claimProblems(claims, audience),
        ...(isKnown && !pipeline ? ['The token names no repository: send that of a job'] : []),
      ],
    };
  };
}
