import type { Refusal } from '../gate/gate.ts';
import type { CanaryMove, Promotion } from '../moves/canary.ts';
import type { Checked } from '../moves/check.ts';
import type { Change, Difference } from '../moves/diff.ts';
import type { ListedVersion, Listing } from '../moves/list.ts';
import type { Pruned } from '../moves/prune.ts';
import type { Published } from '../moves/publish.ts';
import type { Rollback } from '../moves/rollback.ts';
import { type Paint, table } from './terminal.ts';
import { bytesText, countText, sizeText, timeText } from './words.ts';

/* What people read where scripts read JSON. */

function publishedText({ version, before, fresh, endedCanary }: Published): string {
  if (before === version) return 'live already, with the same files: nothing to do';
  const was = before === undefined ? 'its first version' : `was ${before}`;
  const files = fresh ? '' : '; its files lay there already';
  return `${was}${files}${endedCanary ? `; this ended the canary ${endedCanary}` : ''}`;
}

export function tellPublished(published: readonly Published[], paint: Paint): string {
  const rows = published.map((each) => [
    each.before === each.version ? 'unchanged' : 'published',
    each.name,
    each.version,
    sizeText(each.size),
    publishedText(each),
  ]);
  return table(['', 'piece', 'version', 'size', ''], rows, paint);
}

const refusalText = ({ rule, message, ours, live }: Refusal, paint: Paint): string =>
  `${paint('red', rule)}  ${ours}${live ? ` beside ${live}` : ''}\n  ${message}`;

export const tellRefusals = (refusals: readonly Refusal[], paint: Paint): string =>
  [
    ...refusals.map((refusal) => refusalText(refusal, paint)),
    `Refused for ${countText(refusals.length, 'reason', 'reasons')}. No pointer was moved.`,
  ].join('\n');

export const tellChecked = ({ names, refusals }: Checked, paint: Paint): string =>
  refusals.length > 0
    ? tellRefusals(refusals, paint)
    : `${paint('green', 'yes')}  ${names.join(', ')} can be deployed`;

export function tellCanary({ name, stable, canary, before }: CanaryMove): string {
  if (!canary)
    return `${name}: the canary ${before?.version} has ended, all visitors get ${stable}`;
  return `${name}: ${canary.percent} % of the visitors get ${canary.version}, the others ${stable}`;
}

export const tellPromotion = ({ name, version, before }: Promotion): string =>
  `${name}: all visitors get ${version}, was ${before}`;

export function tellRollback({ name, version, before, endedCanary }: Rollback): string {
  const ended = endedCanary ? `; the canary ${endedCanary} has ended` : '';
  if (version !== before) return `${name}: all visitors get ${version}, was ${before}${ended}`;
  return `${name}: the canary ${endedCanary} has ended, all visitors get ${version}. To go back further, roll back once more`;
}

const wrongPage = 'index.html is not the page of this registry:';

function adviceText({ pieces, current, problems }: Listing): string {
  if (current && pieces.length === 0 && problems.length === 0) {
    return 'Nothing is published here yet: “pnpm release publish --all”';
  }
  if (current) return '';
  return problems.length === 0
    ? `${wrongPage} run “pnpm release stitch”`
    : `${wrongPage} one that is made now would lack what cannot be read here`;
}

function tablePieces({ pieces }: Listing, paint: Paint): string {
  if (pieces.length === 0) return '';
  const rows = pieces.map(
    ({ name, team, stable, canary, previous, versions, size, publishedAt }) => [
      name,
      team ?? '',
      stable,
      canary ? `${canary.version} ${canary.percent} %` : '',
      previous[0] ?? '',
      String(versions),
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

export const tellList = (listing: Listing, paint: Paint): string =>
  [listing.problems.join('\n'), tablePieces(listing, paint), adviceText(listing)]
    .filter((part) => part !== '')
    .join('\n\n');

export const tellVersions = (versions: readonly ListedVersion[], paint: Paint): string =>
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

const sideText = <T>(value: T | undefined, text: (value: T) => string): string =>
  value === undefined ? '–' : text(value);

function section<T>(title: string, changes: readonly Change<T>[], text: (value: T) => string) {
  return changes.map(({ name, a, b }) => [title, name, sideText(a, text), sideText(b, text)]);
}

export function tellDifference(difference: Difference, paint: Paint): string {
  const { name, a, b, files, routes, slots, exposes, shared } = difference;
  const rows = [
    ...section('route', routes, String),
    ...section('slot', slots, String),
    ...section('exposes', exposes, String),
    ...section('shared', shared, String),
    ...section('file', files, bytesText),
  ];
  if (rows.length === 0) return `${name}: ${a} and ${b} have the same files and declarations`;
  return table(['', name, a, b], rows, paint);
}

export function tellPruned(
  { removed, files, unreadableShells, kept }: Pruned,
  dryRun: boolean,
): string {
  const verb = dryRun ? 'would be removed' : 'removed';
  return [
    ...removed.map(({ name, version }) => `${verb}: ${name} ${version}`),
    ...files.map((file) => `${verb}: ${file}`),
    ...unreadableShells.map(
      (version) =>
        `static/ is left alone: shell/${version}/release.json, which says what that shell needs of it, cannot be read. Put that file back`,
    ),
    `${countText(removed.length, 'version', 'versions')} ${verb}, ${kept} kept`,
  ].join('\n');
}
