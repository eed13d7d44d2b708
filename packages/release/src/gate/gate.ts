import type { PublishedRemote, ShellJson } from '@patchwork/federation';

/** The rules of the gate: each is a heading of docs/can-i-deploy.md. */
export const rules = [
  'access',
  'api',
  'budget',
  'copies',
  'exposed types',
  'files',
  'imported names',
  'links',
  'loading',
  'owner',
  'routes',
  'shared ranges',
  'slots',
  'stores',
  'styles',
  'type errors',
  'types',
] as const;

/** What the gate found in a version: a refusal stops its pointer, a warning is printed and recorded. */
export interface Finding {
  readonly severity: 'refusal' | 'warning';
  readonly rule: (typeof rules)[number];
  /** The file at fault: relative to the version's folder, or of the piece's sources. */
  readonly file?: string;
  /** One to three sentences: the file, both versions, what is wrong, what to do. */
  readonly message: string;
  /** Name and version of what is to be released: 'mfe-catalog 1.1.0-0123456789'. */
  readonly ours: string;
  /** Name and version of what is live beside it; absent when the fault is its own. */
  readonly live?: string;
  /** The option that makes a warning of a refusal: '--anyway', '--allow-access /cart'. */
  readonly flag?: string;
}

/** A published version of a remote in a release folder. */
export interface RemoteVersion {
  /** Its release.json. */
  readonly release: PublishedRemote;
  /** Its folder: '<release>/remotes/<id>/<version>-<hash>', with types/ in it. */
  readonly folder: string;
}

/** A published version of the shell in a release folder. */
export interface ShellVersion {
  /** '<package version>-<hash of the content>'. */
  readonly version: string;
  /** Its folder: '<release>/shell/<version>-<hash>', with types/ in it. */
  readonly folder: string;
  /** By path relative to `root`, every file that it serves. */
  readonly integrity: Readonly<Record<string, string>>;
  /** What the paths of its files are relative to: the release folder. */
  readonly root: string;
  /** What every visitor may download of it, in bytes with brotli. */
  readonly budget?: number | undefined;
  /** The slots of its frame. */
  readonly slots?: ShellJson['slots'];
  /** The packages that it shares, by name: what every remote gets. */
  readonly shared: Readonly<Record<string, { readonly version: string }>>;
}

/** What comparing types needs. */
export interface TypeCheckOptions {
  /** The workspace, whose installed packages give the types of react, jotai and the like. */
  readonly workspace: string;
  /** The folder of stored verdicts on pairs of versions. Made inside an existing folder only. */
  readonly verdicts: string;
}

/** The findings that stop a pointer, and those that stop nothing. */
export function bySeverity(findings: readonly Finding[]): {
  readonly refusals: readonly Finding[];
  readonly warnings: readonly Finding[];
} {
  const of = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity);
  return { refusals: of('refusal'), warnings: of('warning') };
}

/** Makes warnings of the refusals that an option lets through. */
export const letThrough = (
  findings: readonly Finding[],
  isGiven: (flag: string) => boolean,
): Finding[] =>
  findings.map((finding) =>
    finding.flag !== undefined && isGiven(finding.flag)
      ? { ...finding, severity: 'warning' }
      : finding,
  );

/** All that is live once the pointers have moved, and what was live before. */
export interface Live {
  readonly shell: ShellVersion | undefined;
  /** Every live version of every remote, canaries too. */
  readonly remotes: readonly RemoteVersion[];
  /** What was live of the remotes before. One whose id is not in `remotes` is withdrawn. */
  readonly before: readonly PublishedRemote[];
  /** The versions that a pointer newly names: 'mfe-catalog 1.1.0-0123456789'. */
  readonly changed: ReadonlySet<string>;
}
