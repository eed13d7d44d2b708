import { styleText } from 'node:util';

/** The outputs of a command. */
export interface Terminal {
  /** Writes to standard output: the result. */
  readonly out: (text: string) => void;
  /** Writes to standard error: progress and failures. */
  readonly err: (text: string) => void;
  /** Whether a person watches. */
  readonly isWatched: boolean;
  readonly hasColours: boolean;
}

const clearLine = '\r\u001b[2K';

/** Shows steps: on one changing line if a person watches, else on a line each. `end` clears the last one. */
export const showProgress = ({ err, isWatched }: Terminal) => ({
  step: (text: string) => err(isWatched ? `${clearLine}${text} …` : `${text}\n`),
  end: () => void (isWatched && err(clearLine)),
});

export const noProgress = { step: () => undefined, end: () => undefined };

type Style = 'dim' | 'green' | 'red' | 'yellow';

export type Paint = (style: Style, text: string) => string;

export const painter =
  ({ hasColours }: Terminal): Paint =>
  (style, text) =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;

/** Formats a table with aligned columns, the heads on top; empty cells are left blank. Empty without rows. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string {
  if (rows.length === 0) return '';
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [paint('dim', line(heads)), ...rows.map(line)].join('\n');
}
