/** Rules of the gate. Each is a heading in docs/can-i-deploy.md. */
export const rules = [
  'access',
  'api',
  'budget',
  'copies',
  'exposed types',
  'files',
  'imported names',
  'languages',
  'links',
  'loading',
  'owner',
  'rights',
  'routes',
  'settings',
  'shared ranges',
  'slots',
  'stores',
  'styles',
  'type errors',
  'types',
] as const;

/**
 * A problem that the gate found in a version. A refusal prevents the move of pointers; a warning is printed and
 * recorded.
 */
export interface Finding {
  readonly severity: 'refusal' | 'warning';
  readonly rule: (typeof rules)[number];
  /**
   * The file with the problem. Paths are relative to the version's folder for a remote, to the release folder for a
   * shell, and to the workspace for a source file.
   */
  readonly file?: string;
  /** Up to three sentences that name the file, both versions, the problem, and what to do. */
  readonly message: string;
  /** Name of what is checked, with its version if it has one: 'mfe-catalog 1.1.0-0123456789'. */
  readonly ours: string;
  /** Name and version of the live piece that is affected; absent if the problem concerns the new version alone. */
  readonly live?: string;
  /** Option that turns the refusal into a warning: '--anyway', '--allow-access /cart'. */
  readonly flag?: string;
}

/** Creates a finding that prevents a move of pointers. */
export const refusal = (
  rule: Finding['rule'],
  ours: string,
  message: string,
  more: Pick<Finding, 'file' | 'live' | 'flag'> = {},
): Finding => ({ severity: 'refusal', rule, message, ours, ...more });

export function bySeverity(findings: readonly Finding[]): {
  readonly refusals: readonly Finding[];
  readonly warnings: readonly Finding[];
} {
  const of = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity);
  return { refusals: of('refusal'), warnings: of('warning') };
}

/** Turns refusals that a given option allows into warnings. */
export const letThrough = (
  findings: readonly Finding[],
  isGiven: (flag: string) => boolean,
): Finding[] =>
  findings.map((finding) =>
    finding.flag !== undefined && isGiven(finding.flag)
      ? { ...finding, severity: 'warning' }
      : finding,
  );

/** Returns the message of a finding and, for a refusal that an option allows, the option. */
export const textOf = ({ severity, message, flag }: Finding): string =>
  severity === 'warning' || flag === undefined ? message : `${message} Or allow it: ${flag}`;

/** Joins words: 'a', 'a and b', 'a, b and c'. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
