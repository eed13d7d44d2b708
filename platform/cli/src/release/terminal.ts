import { styleText } from 'node:util';

export interface Terminal {
  /** Writes the result to standard output. */
  readonly out: (text: string) => void;
  /** Writes progress and failures to standard error. */
  readonly err: (text: string) => void;
  /** Whether both outputs go to a terminal rather than to a pipe or a file. */
  readonly isWatched: boolean;
  readonly hasColours: boolean;
}

const clearLine = '\r\u001b[2K';

/**
 * Prints progress: on one changing line if the terminal is interactive, else a line per step. `end` clears the changing
 * line.
 */
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

/** Formats a table with aligned columns below their headings. Returns '' without rows. */
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
