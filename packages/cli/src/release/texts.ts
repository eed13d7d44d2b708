import {
  type CanaryMove,
  type Checked,
  type Finding,
  type ListedPreview,
  type ListedVersion,
  type Listing,
  type Move,
  type NameUse,
  type Pruned,
  type Published,
  type Recovery,
  textOf,
  type Withdrawal,
} from '@patchwork/release';
import type { PulledTypes } from '../types/pull-types.ts';
import { bytesText, canaryText, countText, sizeText, timeText } from './format.ts';
import { type Paint, table } from './terminal.ts';

/* The output for people; scripts get JSON. */

function publishedText(published: Published): string {
  const { version, before, fresh, wasWithdrawn, endedCanary } = published;
  if (before === version) return 'live already, with the same files: nothing to do';
  const first = wasWithdrawn ? 'was withdrawn' : 'its first version';
  const was = before === undefined ? first : `was ${before}`;
  const files = fresh ? '' : '; its files were there already';
  return `${was}${files}${endedCanary ? `; this ended the canary ${endedCanary}` : ''}`;
}

export function publishedTable(published: readonly Published[], paint: Paint): string {
  const rows = published.map((each) => [
    each.before === each.version ? 'unchanged' : 'published',
    each.name,
    each.version,
    sizeText(each.size),
    publishedText(each),
  ]);
  return table(['', 'piece', 'version', 'size', ''], rows, paint);
}

function findingText(finding: Finding, paint: Paint): string {
  const { severity, rule, ours, live } = finding;
  const head = severity === 'refusal' ? paint('red', rule) : paint('yellow', `warning: ${rule}`);
  return `${head}  ${ours}${live ? ` beside ${live}` : ''}\n  ${textOf(finding)}`;
}

/** The place in the documentation that explains a rule. */
export const pageOf = (rule: Finding['rule']): string =>
  `docs/can-i-deploy.md#${rule.replaceAll(' ', '-')}`;

const moreText = (findings: readonly Finding[]): string =>
  `More: ${[...new Set(findings.map(({ rule }) => pageOf(rule)))].join(', ')}`;

/** '2 warnings: links, slots' */
export function countedText(warnings: readonly { readonly rule: string }[]): string {
  const rules = [...new Set(warnings.map(({ rule }) => rule))].join(', ');
  return `${countText(warnings.length, 'warning', 'warnings')}: ${rules}`;
}

/** Why no pointer was moved; what the gate warned of comes first, because it matters less. */
export const refusalsText = (
  { refusals, warnings }: Pick<Checked, 'refusals' | 'warnings'>,
  paint: Paint,
): string =>
  [
    ...[...warnings, ...refusals].map((finding) => findingText(finding, paint)),
    `Refused for ${countText(refusals.length, 'reason', 'reasons')}. No pointer was moved.`,
    moreText([...refusals, ...warnings]),
  ].join('\n');

/** The gate's warnings, on lines after those of a result; empty where there is none. */
export const warningsText = (warnings: readonly Finding[], paint: Paint): string =>
  warnings.length === 0
    ? ''
    : ['', ...warnings.map((warning) => findingText(warning, paint)), moreText(warnings)].join(
        '\n',
      );

/** The rules that warn of a withdrawal: its refusal has shown the reasons. */
export const warnedText = (warnings: readonly Finding[]): string =>
  warnings.length === 0
    ? ''
    : `\n${countedText(warnings)} (“patchwork history --json” has their texts)`;

export const checkedText = (checked: Checked, paint: Paint): string =>
  checked.refusals.length > 0
    ? refusalsText(checked, paint)
    : `${paint('green', 'yes')}  ${checked.names.join(', ')} can be deployed${warningsText(checked.warnings, paint)}`;

export function canaryMoveText({ name, stable, canary, before }: CanaryMove): string {
  if (!canary)
    return `${name}: the canary ${before?.version} has ended, all visitors get ${stable}`;
  return `${name}: ${canary.percent} % of the visitors get ${canary.version}, the others ${stable}`;
}

const remotesText = ({ remotes }: ListedPreview): string =>
  remotes.map(({ id, version }) => `${id} ${version}`).join(', ');

export const previewText = (preview: ListedPreview): string =>
  `${preview.name}: those who open ${preview.link} get ${remotesText(preview)}, until ${timeText(preview.until)}`;

export const endedPreviewText = (preview: ListedPreview): string =>
  `${preview.name}: the preview of ${remotesText(preview)} has ended`;

/** Describes the result of a promotion or a rollback. */
export function moveText({ name, version, before, endedCanary }: Move): string {
  if (before === undefined) return `${name} was withdrawn, and is live again with ${version}`;
  const ended = endedCanary ? `; the canary ${endedCanary} has ended` : '';
  if (version !== before) return `${name}: all visitors get ${version}, was ${before}${ended}`;
  return `${name}: the canary ${endedCanary} has ended, all visitors get ${version}. To go back further, roll back once more`;
}

export function withdrawalText({ name, before, endedCanary }: Withdrawal): string {
  const canary = endedCanary ? ` and the canary ${endedCanary}` : '';
  return `${name}: no visitor gets it any more, was ${before}${canary}. “patchwork rollback ${name}” puts it back`;
}

const wrongPage = 'index.html is not the page of this registry:';

function adviceText({ pieces, withdrawn, current, problems }: Listing): string {
  if (current && [...pieces, ...problems, ...withdrawn].length === 0) {
    return 'Nothing is published here yet: “patchwork publish --all”';
  }
  if (current) return '';
  return problems.length === 0
    ? `${wrongPage} run “patchwork write-page”`
    : `${wrongPage} one that is written now would lack what cannot be read here`;
}

function tablePieces({ pieces }: Listing, paint: Paint): string {
  if (pieces.length === 0) return '';
  const rows = pieces.map(
    ({ name, team, stable, canary, previous, versions, size, publishedAt }) => [
      name,
      team ?? '',
      stable,
      canaryText(canary),
      previous[0] ?? '',
      String(versions ?? ''),
      size ? bytesText(size.brotli) : '',
      timeText(publishedAt),
    ],
  );
  const heads = [
    'piece',
    'team',
    'stable',
    'canary',
    'previous',
    'versions',
    'brotli',
    'published',
  ];
  return table(heads, rows, paint);
}

const withdrawnText = ({ name, stable, withdrawnAt }: Listing['withdrawn'][number]): string =>
  `withdrawn: ${name} ${stable}, ${timeText(withdrawnAt)}. “patchwork rollback ${name}” puts it back`;
function tablePreviews({ previews }: Listing, paint: Paint): string {
  if (previews.length === 0) return '';
  const rows = previews.map((preview) => [
    preview.name,
    remotesText(preview),
    timeText(preview.since),
    preview.isOver ? 'over' : timeText(preview.until),
    preview.link,
  ]);
  return table(['preview', 'remotes', 'since', 'until', 'link'], rows, paint);
}

export const listText = (listing: Listing, paint: Paint): string =>
  [
    listing.problems.join('\n'),
    tablePieces(listing, paint),
    listing.withdrawn.map(withdrawnText).join('\n'),
    tablePreviews(listing, paint),
    adviceText(listing),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

export const usesText = (name: string, uses: readonly NameUse[], paint: Paint): string =>
  uses.length === 0
    ? `no live version of a remote imports ${name}`
    : table(
        ['remote', 'version', '', 'imports', 'file'],
        uses.map(({ remote, version, role, module, file }) => [
          ...[remote, version, role, `${name} from ${module}`, file],
        ]),
        paint,
      );

export const versionsTable = (versions: readonly ListedVersion[], paint: Paint): string =>
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
  { pieces, problems }: Recovery,
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
  { previews, removed, files, unreadableShells, staying }: Pruned,
  dryRun: boolean,
): string {
  const verb = dryRun ? 'would be removed' : 'removed';
  return [
    ...previews.map((name) => `${verb}: the preview ${name}, whose time is over`),
    ...removed.map(({ name, version }) => `${verb}: ${name} ${version}`),
    ...files.map((file) => `${verb}: ${file}`),
    ...unreadableShells.map(
      (version) =>
        `static/ is left alone: shell/${version}/release.json, which says what that shell needs of it, cannot be read. Put that file back`,
    ),
    `${countText(removed.length, 'version', 'versions')} ${verb}, ${staying} stay`,
  ].join('\n');
}

/** Contract that the editor now knows, and names that the remote exposes and imports. */
export const pulledText = (
  { shell, pages, slots, exposes, imports, missing }: PulledTypes,
  paint: Paint,
): string =>
  [
    `shop.d.ts is written: ${pages} pages and ${slots.length} slots, beside shell ${shell}`,
    `exposes ${exposes.join(', ')}`,
    ...Object.entries(imports).map(([module, names]) => `takes of ${module}: ${names.join(', ')}`),
    ...missing.map((name) => `${paint('red', 'missing')}  ${name} is not in the live shell`),
  ].join('\n');
