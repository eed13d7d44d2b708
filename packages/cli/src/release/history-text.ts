import type { ListedHistory, MoveRecord, PieceChange, PieceState } from '@patchwork/release';
import { canaryText, countText, escapeControls, timeText } from './format.ts';
import type { Paint } from './terminal.ts';
import { countedText } from './texts.ts';

/** The pointers of a piece by their names, each as text. */
function pointerTexts(state: PieceState): Record<string, string | undefined> {
  const { stable, canary, previews = {} } = state ?? {};
  const previewed = Object.entries(previews).map(([name, version]) => [`preview ${name}`, version]);
  return {
    ...{ stable, canary: canary && canaryText(canary) },
    ...Object.fromEntries(previewed),
  };
}

/** 'mfe-catalog: stable 1.0.0-a → 1.1.0-b, canary 1.1.0-b 10 % → none' */
function changeText({ name, from, to }: PieceChange): string {
  const [was, is] = [pointerTexts(from), pointerTexts(to)];
  const pointers = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = pointers.filter((pointer) => was[pointer] !== is[pointer]);
  const texts = changed.map(
    (pointer) => `${pointer} ${was[pointer] ?? 'none'} → ${is[pointer] ?? 'none'}`,
  );
  return `${name}: ${texts.join(', ') || 'no pointer was moved'}`;
}

function authorText({ who, commit, isDirty, run }: MoveRecord): string {
  const sources =
    commit && `commit ${commit.slice(0, 10)}${isDirty ? ' and uncommitted changes' : ''}`;
  return [who, sources, run].filter(Boolean).join(', ');
}

function recordText(record: MoveRecord, paint: Paint): string {
  const { at, command, pieces, reason, gate } = record;
  const details = [
    ...pieces.map(changeText),
    ...(reason === undefined ? [] : [`why: ${reason}`]),
    // Their texts can be longer than the whole history.
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

export function historyText({ moves, more, problems }: ListedHistory, paint: Paint): string {
  const rest = `${countText(more, 'older move', 'older moves')}: --limit ${moves.length + more}`;
  const texts = [
    ...problems,
    ...moves.map((move) => recordText(move, paint)),
    ...(more > 0 ? [rest] : []),
  ];
  return texts.length > 0 ? texts.join('\n') : 'No pointer was moved yet';
}
