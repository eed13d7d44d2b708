import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from '../commands/catalogue-file.ts';

test.each(['=1+1', '+91', '-50%', '@home', '\tx', '\rx', '\nx', '＝1', "'=1+1", "''@a"])(
  'no cell begins as a formula does, and an import restores its text: %j',
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  },
);

test.each(['Shirt', "'quoted'", "''", '1500', '4.5', '', 'a=b'])(
  'other cells stay as they are: %j',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  },
);

test('every text is restored', () => {
  const unit = fc.constantFrom("'", '=', '-', '\t', 'a', ' ');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 6 }), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
      expect(escapeFormula(text)).not.toMatch(/^[=\-\t]/);
    }),
  );
});
