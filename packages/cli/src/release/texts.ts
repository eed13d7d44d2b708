import type * as release from '@patchwork/release';
import { textOf } from '@patchwork/release';
import type { PulledTypes } from '../types/pull-types.ts';
import { type Paint, table } from './terminal.ts';

const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

/** Writes a size as '187 kB, 52 kB with brotli'. */
const sizeText = (size: release.Size | undefined): string =>
  size ? `${bytesText(size.raw)}, ${bytesText(size.brotli)} with brotli` : '';

/** Writes a time as '2026-11-21 16:05', in UTC. */
const timeText = (iso: string | undefined): string => (iso ?? '').slice(0, 16).replace('T', ' ');

/** Writes a canary as '1.2.0-0123456789 10 %'; empty if there is none. */
const canaryText = (canary: release.PointerNames['canary']): string =>
  canary ? `${canary.version} ${canary.percent} %` : '';

const countText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes what controls a terminal or changes the direction of the text, as JSON would, in a text of someone else. A
 * JSON document stays the same document.
 */
export const escapeControls = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, escapeCharacter);

/* The output for people; scripts get JSON. */

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

/** The place in the documentation that explains a rule. */
export const pageOf = (rule: release.Finding['rule']): string =>
  `docs/can-i-deploy.md#${rule.replaceAll(' ', '-')}`;

const moreText = (findings: readonly release.Finding[]): string =>
  `More: ${[...new Set(findings.map(({ rule }) => pageOf(rule)))].join(', ')}`;

/** Counts warnings as '2 warnings: links, slots'. */
function countedText(warnings: readonly { readonly rule: string }[]): string {
  const rules = [...new Set(warnings.map(({ rule }) => rule))].join(', ');
  return `${countText(warnings.length, 'warning', 'warnings')}: ${rules}`;
}

/** Says why no pointer was moved. Warnings of the gate come first, because they matter less. */
export const refusalsText = (
  { refusals, warnings }: Pick<release.Checked, 'refusals' | 'warnings'>,
  paint: Paint,
): string =>
  [
    ...[...warnings, ...refusals].map((finding) => findingText(finding, paint)),
    `Refused for ${countText(refusals.length, 'reason', 'reasons')}. No pointer was moved.`,
    moreText([...refusals, ...warnings]),
  ].join('\n');

/** The gate's warnings, on lines after those of a result; empty if there are none. */
export const warningsText = (warnings: readonly release.Finding[], paint: Paint): string =>
  warnings.length === 0
    ? ''
    : ['', ...warnings.map((warning) => findingText(warning, paint)), moreText(warnings)].join(
        '\n',
      );

/** Counts the warnings of a withdrawal, and names their rules: its refusal has shown the reasons. */
export const warnedText = (warnings: readonly release.Finding[]): string =>
  warnings.length === 0
    ? ''
    : `\n${countedText(warnings)} (“patchwork history --json” has their texts)`;

export const checkedText = (checked: release.Checked, paint: Paint): string =>
  checked.refusals.length > 0
    ? refusalsText(checked, paint)
    : `${paint('green', 'yes')}  ${checked.names.join(', ')} can be deployed${warningsText(checked.warnings, paint)}`;

export function canaryMoveText({ name, stable, canary, before }: release.CanaryMove): string {
  if (!canary)
    return `${name}: the canary ${before?.version} has ended, all visitors get ${stable}`;
  return `${name}: ${canary.percent} % of the visitors get ${canary.version}, the others ${stable}`;
}

const remotesText = ({ remotes }: release.ListedPreview): string =>
  remotes.map(({ id, version }) => `${id} ${version}`).join(', ');

export const previewText = (preview: release.ListedPreview): string =>
  `${preview.name}: those who open ${preview.link} get ${remotesText(preview)}, until ${timeText(preview.until)}`;

export const endedPreviewText = (preview: release.ListedPreview): string =>
  `${preview.name}: the preview of ${remotesText(preview)} has ended`;

/** Describes the result of a promotion or a rollback. */
export function moveText({ name, version, before, endedCanary }: release.Move): string {
  if (before === undefined) return `${name} was withdrawn, and is live again with ${version}`;
  const ended = endedCanary ? `; the canary ${endedCanary} has ended` : '';
  if (version !== before) return `${name}: all visitors get ${version}, was ${before}${ended}`;
  return `${name}: the canary ${endedCanary} has ended, all visitors get ${version}. To go back further, roll back once more`;
}

export function withdrawalText({ name, before, endedCanary }: release.Withdrawal): string {
  const canary = endedCanary ? ` and the canary ${endedCanary}` : '';
  return `${name}: no visitor gets it any more, was ${before}${canary}. “patchwork rollback ${name}” puts it back`;
}

const wrongPage = 'index.html is not the page of this registry:';

function adviceText({ pieces, withdrawn, current, problems }: release.Listing): string {
  if (current && [...pieces, ...problems, ...withdrawn].length === 0) {
    return 'Nothing is published here yet: “patchwork publish --all”';
  }
  if (current) return '';
  return problems.length === 0
    ? `${wrongPage} run “patchwork write-page”`
    : `${wrongPage} one that is written now would lack what cannot be read here`;
}

function tablePieces({ pieces }: release.Listing, paint: Paint): string {
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
  const heads = ['piece', 'team', 'stable', 'canary', 'previous'];
  return table([...heads, 'versions', 'brotli', 'published'], rows, paint);
}

type Withdrawn = release.Listing['withdrawn'][number];

const withdrawnText = ({ name, stable, withdrawnAt }: Withdrawn): string =>
  `withdrawn: ${name} ${stable}, ${timeText(withdrawnAt)}. “patchwork rollback ${name}” puts it back`;

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

/** Describes the contract that the editor now knows, and the names that the remote exposes and imports. */
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

function pointerTexts(state: release.PieceState): Record<string, string | undefined> {
  const { stable, canary, previews = {} } = state ?? {};
  const previewed = Object.entries(previews).map(([name, version]) => [`preview ${name}`, version]);
  return {
    ...{ stable, canary: canary && canaryText(canary) },
    ...Object.fromEntries(previewed),
  };
}

/** Writes a change as 'mfe-catalog: stable 1.0.0-a → 1.1.0-b, canary 1.1.0-b 10 % → none'. */
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
    // Texts of warnings are left out: they can be longer than the whole history.
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
