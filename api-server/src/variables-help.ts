import type { Variable } from './settings.ts';

const INDENT = 26;

/** Formats variables for a terminal of 120 columns. */
export const variablesHelp = (variables: readonly Variable[]): string =>
  variables
    .map(({ name, text, fallback }) => {
      const whole = fallback === '' ? text : `${text} (${fallback})`;
      const lines = whole.match(/\S.{0,90}(?=\s|$)/g) ?? [];
      const head = `  ${name}`;
      const first = head.length < INDENT ? head.padEnd(INDENT) : `${head}\n${' '.repeat(INDENT)}`;
      return first + lines.join(`\n${' '.repeat(INDENT)}`);
    })
    .join('\n');
