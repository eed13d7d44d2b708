import type * as release from '@patchwork/release';
import { textOf } from '@patchwork/release';
import type { PulledTypes } from '../types/pull-types.ts';
import { type Paint, table } from './terminal.ts';

const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

/** Formats a size: '187 kB, 52 kB with brotli'. */
const sizeText = (size: release.Size | undefined): string =>
  size ? `${bytesText(size.raw)}, ${bytesText(size.brotli)} with brotli` : '';

/** Formats a UTC time: '2026-11-21 16:05'. */
const timeText = (iso: string | undefined): string => (iso ?? '').slice(0, 16).replace('T', ' ');

/** Formats a canary: '1.2.0-0123456789 10 %'. Empty if there is none. */
const canaryText = (canary: release.PointerNames['canary']): string =>
  canary ? `${canary.version} ${canary.percent} %` : '';

const countText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes control and bidirectional characters in untrusted text, so that a line of JSON keeps its meaning. */
export const escapeControls = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, escapeCharacter);

/* Output for people; scripts use JSON. */

function publishedText(published: release.Published): string {
  const { version, before, fresh, wasWithdrawn, endedCanary } = published;
  if (before === version) return 'live already, with the same files: nothing to do';
  const first = wasWithdrawn ? 'was withdrawn' : 'its first version';
  const was = before === undefined ? first : `was ${before}`;
  const files = fresh ? '' : '; its files were there already';
  return `${was}${files}${endedCanary ? `; this ended the canary ${endedCanary}` : ''}`;
}

export function publishedTable(published: readonly release.Published[], paint: Paint): string {
  const rows = published.map((each) => [
    each.before === each.version ? 'unchanged' : 'published',
    each.name,
    each.version,
    sizeText(each.size),
    publishedText(each),
  ]);
  return table(['', 'piece', 'version', 'size', ''], rows, paint);
}

function findingText(finding: release.Finding, paint: Paint): string {
  const { severity, rule, ours, live } = finding;
  const head = severity === 'refusal' ? paint('red', rule) : paint('yellow', `warning: ${rule}`);
  return `${head}  ${ours}${live ? ` beside ${live}` : ''}\n  ${textOf(finding)}`;
}

/** Returns the path and anchor of a rule's documentation: 'docs/can-i-deploy.md#type-errors'. */
export const pageOf = (rule: release.Finding['rule']): string =>
  `docs/can-i-deploy.md#${rule.replaceAll(' ', '-')}`;

const moreText = (findings: readonly release.Finding[]): string =>
  `More: ${[...new Set(findings.map(({ rule }) => pageOf(rule)))].join(', ')}`;

/** Summarizes warnings: '2 warnings: links, slots'. */
function countedText(warnings: readonly { readonly rule: string }[]): string {
  const rules = [...new Set(warnings.map(({ rule }) => rule))].join(', ');
  return `${countText(warnings.length, 'warning', 'warnings')}: ${rules}`;
}

/**
 * Says why no pointer was moved. The gate's warnings come first, because they matter less than the refusals at the end.
 */
export const refusalsText = (
  { refusals, warnings }: Pick<release.Checked, 'refusals' | 'warnings'>,
  paint: Paint,
): string =>
  [
    ...[...warnings, ...refusals].map((finding) => findingText(finding, paint)),
    `Refused for ${countText(refusals.length, 'reason', 'reasons')}. No pointer was moved.`,
    moreText([...refusals, ...warnings]),
  ].join('\n');

/** Returns lines with the gate's warnings, to be appended to a result; '' if there are none. */
export const warningsText = (warnings: readonly release.Finding[], paint: Paint): string =>
  warnings.length === 0
    ? ''
    : ['', ...warnings.map((warning) => findingText(warning, paint)), moreText(warnings)].join(
        '\n',
      );

/**
 * Summarizes by rule the warnings of a command with --anyway. Their texts were shown when the command was refused
 * without that option. Returns '' if there are none.
 */
export const warnedText = (warnings: readonly release.Finding[]): string =>
  warnings.length === 0
    ? ''
    : `\n${countedText(warnings)} (“patchwork history --json” has their texts)`;

export const checkedText = (checked: release.Checked, paint: Paint): string =>
  checked.refusals.length > 0
    ? refusalsText(checked, paint)
    : `${paint('green', 'yes')}  ${checked.names.join(', ')} can be deployed${warningsText(checked.warnings, paint)}`;

/** Describes a change of a canary. `link` shows the canary to whoever opens it. */
export function canaryMoveText(
  { name, stable, canary, before }: release.CanaryMove,
  link: string | undefined,
): string {
  if (!canary && !before)
    return `${name}: all visitors get ${stable} already, with the same files: nothing to do`;
  if (!canary)
    return `${name}: the canary ${before?.version} has ended, all visitors get ${stable}`;
  const forAll = link === undefined ? '' : `. Whoever opens ${link} gets it too`;
  return `${name}: ${canary.percent} % of the visitors get ${canary.version}, the others ${stable}${forAll}`;
}

/** Formats the values of a remote's settings: 'new-gallery=true 10 %'. Texts are quoted. */
const valuesText = (values: release.PointerNames['values'] = {}): string =>
  Object.entries(values)
    .map(([name, { value, percent }]) => `${name}=${JSON.stringify(value)} ${percent} %`)
    .join(', ');

export function settingMoveText({ name, setting, before, after }: release.SettingMove): string {
  const had = before && JSON.stringify(before.value);
  if (!after)
    return `${name}: all visitors have the default of ${setting} again, was ${had} for ${before?.percent} %`;
  const others = after.percent === 100 ? '' : ', the others the default';
  const was = before ? `, was ${had} for ${before.percent} %` : '';
  return `${name}: ${after.percent} % of the visitors have ${setting}=${JSON.stringify(after.value)}${others}${was}`;
}

const lookStates: Readonly<Record<release.Look['state'], string>> = {
  waiting: 'stays',
  stepped: 'stepped',
  promoted: 'became stable',
  finished: 'has its last share',
  stopped: 'was stopped',
  ended: 'has ended',
};

export const lookText = ({
  name,
  version,
  isSetting,
  state,
  percent,
  reason,
}: release.Look): string =>
  `${name}: ${isSetting ? '' : 'the canary '}${version} ${lookStates[state]}${percent > 0 ? ` at ${percent} %` : ''}: ${reason}`;

/** Formats a value with its interval: '0.52 % (0.31–0.80)'. */
function estimateText(
  estimate: release.Estimate | undefined,
  {
    factor,
    digits,
    unit,
  }: { readonly factor: number; readonly digits: number; readonly unit: string },
): string {
  if (!estimate) return '–';
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((each) =>
    (each * factor).toFixed(digits),
  );
  return `${value}${unit} (${low}–${high})`;
}

const share = { factor: 100, digits: 2, unit: ' %' };
const milliseconds = { factor: 1, digits: 0, unit: ' ms' };

const healthRow = (role: string, health: release.VersionHealth): string[] => [
  ...[role, health.version, String(health.visits)],
  ...[health.errors, health.loadFailures].map((each) => estimateText(each, share)),
  ...[health.lcp, health.inp].map((each) => estimateText(each, milliseconds)),
  estimateText(health.cls, { factor: 1, digits: 3, unit: '' }),
];

type Judgement = Pick<NonNullable<release.Health['canary']>, 'fault' | 'heldBackBy'>;

export function healthText({ stable, canary, settings }: release.Health, paint: Paint): string {
  const heads = [
    '',
    'version',
    'visits',
    'errors',
    'load failures',
    'LCP p75',
    'INP p75',
    'CLS p75',
  ];
  const rows = [
    healthRow('stable', stable),
    ...(canary ? [healthRow(`canary ${canary.percent} %`, canary)] : []),
    ...settings.flatMap(({ on, off }) => [
      healthRow('default', off),
      healthRow(`set ${on.percent} %`, on),
    ]),
  ];
  const judged = ({ fault, heldBackBy }: Judgement, others: string): string => {
    if (fault) return paint('red', `worse than ${others}: ${fault.name}`);
    return heldBackBy ? `undecided: ${heldBackBy}` : `not worse than ${others}`;
  };
  const last = [
    ...(canary ? [judged(canary, 'stable')] : []),
    ...settings.map(({ on }) => `${on.version}: ${judged(on, 'the default')}`),
  ];
  return [table(heads, rows, paint), ...last].join('\n');
}

const settingsText = ({ pieces }: release.Listing): string =>
  pieces
    .flatMap(({ name, values }) => (values ? [`settings of ${name}: ${valuesText(values)}`] : []))
    .map(escapeControls)
    .join('\n');

const remotesText = ({ remotes }: release.ListedPreview): string =>
  remotes.map(({ id, version }) => `${id} ${version}`).join(', ');

export const previewText = (preview: release.ListedPreview): string =>
  `${preview.name}: those who open ${preview.link} get ${remotesText(preview)}, until ${timeText(preview.until)}`;

export const endedPreviewText = (preview: release.ListedPreview): string =>
  `${preview.name}: the preview of ${remotesText(preview)} has ended`;

/** Describes the result of a promotion or rollback. */
export function moveText({ name, version, before, endedCanary }: release.Move): string {
  if (before === undefined) return `${name} was withdrawn, and is live again with ${version}`;
  const ended = endedCanary ? `; the canary ${endedCanary} has ended` : '';
  if (version !== before) return `${name}: all visitors get ${version}, was ${before}${ended}`;
  return `${name}: the canary ${endedCanary} has ended, all visitors get ${version}. To go back further, roll back once more`;
}

export function withdrawalText({ name, before, endedCanary }: release.Withdrawal): string {
  const canary = endedCanary ? ` and the canary ${endedCanary}` : '';
  return `${name}: no visitor gets it any more, was ${before}${canary}. “patchwork rollback ${name}” restores it`;
}

const wrongPage = 'index.html is not the page of this registry:';

function adviceText({ pieces, withdrawn, current, problems }: release.Listing): string {
  if (current && [...pieces, ...problems, ...withdrawn].length === 0) {
    return 'Nothing is published here yet: “patchwork publish --all”';
  }
  if (current) return '';
  return problems.length === 0
    ? `${wrongPage} run “patchwork write-page”`
    : `${wrongPage} fix the unreadable parts first, because a page that is written now would lack them`;
}

function tablePieces({ pieces }: release.Listing, paint: Paint): string {
  const rows = pieces.map(
    ({ name, team, stable, canary, previous, versions, size, publishedAt }) => [
      name,
      escapeControls(team ?? ''),
      stable,
      canaryText(canary),
      previous[0] ?? '',
      String(versions ?? ''),
      size ? bytesText(size.brotli) : '',
      timeText(publishedAt),
    ],
  );
  const heads = ['piece', 'team', 'stable', 'canary', 'previous'];
  return table([...heads, 'versions', 'brotli', 'published'], rows, paint);
}

type Withdrawn = release.Listing['withdrawn'][number];

const withdrawnText = ({ name, stable, withdrawnAt }: Withdrawn): string =>
  `withdrawn: ${name} ${stable}, ${timeText(withdrawnAt)}. “patchwork rollback ${name}” restores it`;

function tablePreviews({ previews }: release.Listing, paint: Paint): string {
  const rows = previews.map((preview) => [
    preview.name,
    remotesText(preview),
    timeText(preview.since),
    preview.isOver ? 'over' : timeText(preview.until),
    preview.link,
  ]);
  return table(['preview', 'remotes', 'since', 'until', 'link'], rows, paint);
}

export const listText = (listing: release.Listing, paint: Paint): string =>
  [
    listing.problems.join('\n'),
    tablePieces(listing, paint),
    settingsText(listing),
    listing.withdrawn.map(withdrawnText).join('\n'),
    tablePreviews(listing, paint),
    adviceText(listing),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

export const usesText = (name: string, uses: readonly release.NameUse[], paint: Paint): string =>
  uses.length === 0
    ? `no live version of a remote imports ${name}`
    : table(
        ['remote', 'version', '', 'imports', 'file'],
        uses.map(({ remote, version, role, module, file }) => [
          ...[remote, version, role, `${name} from ${module}`, file],
        ]),
        paint,
      );

export const versionsTable = (versions: readonly release.ListedVersion[], paint: Paint): string =>
  table(
    ['version', '', 'published', 'size'],
    versions.map(({ version, role, publishedAt, size }) => [
      version,
      role ?? '',
      timeText(publishedAt),
      sizeText(size),
    ]),
    paint,
  );

export function recoveryText(
  { pieces, problems }: release.Recovery,
  dryRun: boolean,
  paint: Paint,
): string {
  const rows = pieces.map(({ name, stable, canary, previous, source }) => [
    name,
    stable,
    canaryText(canary),
    previous[0] ?? '',
    source,
  ]);
  const last = dryRun
    ? 'registry.json was not written: this was a dry run'
    : 'registry.json is written';
  const found = table(['piece', 'stable', 'canary', 'previous', 'found in'], rows, paint);
  return [found, problems.join('\n'), last].filter((part) => part !== '').join('\n\n');
}

export function prunedText(
  { previews, removed, files, unreadableShells, staying }: release.Pruned,
  dryRun: boolean,
): string {
  const verb = dryRun ? 'would be removed' : 'removed';
  return [
    ...previews.map((name) => `${verb}: the ended preview ${name}`),
    ...removed.map(({ name, version }) => `${verb}: ${name} ${version}`),
    ...files.map((file) => `${verb}: ${file}`),
    ...unreadableShells.map(
      (version) =>
        `nothing in static/ was deleted: shell/${version}/release.json, which lists the files that this shell needs, cannot be read. Restore that file`,
    ),
    `${countText(removed.length, 'version', 'versions')} ${verb}, ${staying} stay`,
  ].join('\n');
}

/** Describes the pulled types, and the names that the remote exposes and imports. */
export const pulledText = (
  { shell, pages, slots, exposes, imports, missing }: PulledTypes,
  paint: Paint,
): string =>
  [
    `shop.d.ts is written: ${pages} pages and ${slots.length} slots, beside shell ${shell}`,
    `exposes ${exposes.join(', ')}`,
    ...Object.entries(imports).map(
      ([module, names]) => `imports from ${module}: ${names.join(', ')}`,
    ),
    ...missing.map((name) => `${paint('red', 'missing')}  ${name} is not in the live shell`),
  ].join('\n');

function pointerTexts(state: release.PieceState): Record<string, string | undefined> {
  const { stable, canary, values = {}, previews = {} } = state ?? {};
  const set = Object.entries(values).map(([name, { value, percent }]) => [
    ...[name, `${JSON.stringify(value)} ${percent} %`],
  ]);
  const previewed = Object.entries(previews).map(([name, version]) => [`preview ${name}`, version]);
  return {
    ...{ stable, canary: canary && canaryText(canary) },
    ...Object.fromEntries([...set, ...previewed]),
  };
}

/** Formats a change: 'mfe-catalog: stable 1.0.0-a → 1.1.0-b, canary 1.1.0-b 10 % → none'. */
function changeText({ name, from, to }: release.PieceChange): string {
  const [was, is] = [pointerTexts(from), pointerTexts(to)];
  const pointers = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = pointers.filter((pointer) => was[pointer] !== is[pointer]);
  const texts = changed.map(
    (pointer) => `${pointer} ${was[pointer] ?? 'none'} → ${is[pointer] ?? 'none'}`,
  );
  return `${name}: ${texts.join(', ') || 'no pointer was moved'}`;
}

function authorText({ who, commit, isDirty, run }: release.MoveRecord): string {
  const sources =
    commit && `commit ${commit.slice(0, 10)}${isDirty ? ' and uncommitted changes' : ''}`;
  return [who, sources, run].filter(Boolean).join(', ');
}

function recordText(record: release.MoveRecord, paint: Paint): string {
  const { at, command, pieces, reason, gate } = record;
  const details = [
    ...pieces.map(changeText),
    ...(reason === undefined ? [] : [`why: ${reason}`]),
    // Texts of warnings are left out, because they can be longer than the whole history.
    ...(gate && gate.warnings.length > 0
      ? [`the gate gave ${countedText(gate.warnings)} (“--json” shows the text)`]
      : []),
  ];
  const head = [`${timeText(at)} UTC`, command, authorText(record)].map(escapeControls);
  return [
    `${paint('dim', head[0] ?? '')}  ${head.slice(1).filter(Boolean).join('  ')}`,
    ...details.map((line) => `  ${escapeControls(line)}`),
  ].join('\n');
}

export function historyText(
  { moves, more, problems }: release.ListedHistory,
  paint: Paint,
): string {
  const rest = `${countText(more, 'older move', 'older moves')}: --limit ${moves.length + more}`;
  const texts = [
    ...problems,
    ...moves.map((move) => recordText(move, paint)),
    ...(more > 0 ? [rest] : []),
  ];
  return texts.length > 0 ? texts.join('\n') : 'No pointer was moved yet';
}
