import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value',
  InvalidNumberFormat: 'this is no number',
  PropertyNameExpected: 'a property’s name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'the end is expected',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'the string is not closed',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'this is no Unicode escape',
  InvalidEscapeCharacter: 'this is no escape',
  InvalidCharacter: 'this character is not allowed',
};

/** Where a text stops being JSON, counted from 1. Browsers report it differently, or not at all. */
export function findFault(text: string) {
  const faults: ParseError[] = [];
  parseTree(text, faults, { disallowComments: true, allowEmptyContent: false });
  const [first] = faults;
  if (!first) return undefined;
  const lines = text.slice(0, first.offset).split(/\r\n|\r|\n/);
  return {
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
    text: messages[printParseErrorCode(first.error)] ?? 'this is not JSON',
  };
}
