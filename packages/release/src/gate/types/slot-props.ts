import type ts from 'typescript';
import type { Finding } from '../gate.ts';
import { listed } from '../words.ts';
import { exportsIn } from './compiler.ts';

/** The names that an interface `SlotProps` of a file has; none where it has no such interface. */
function namesOfProps(program: ts.Program, file: string): string[] {
  const props = exportsIn(program, file).get('SlotProps');
  const type = props && program.getTypeChecker().getDeclaredTypeOfSymbol(props);
  return type?.getProperties().map(({ name }) => name) ?? [];
}

const quoted = (names: readonly string[]): string => listed(names.map((name) => `“${name}”`));

interface Declared {
  readonly piece: string;
  /** 'remote.json' or 'shell.json', which says which slots there are. */
  readonly declaration: string;
  readonly slots: readonly string[];
  /** The file that says what is given to the fragments in them, relative to the piece. */
  readonly source: string;
}

/** Refusal of a piece whose declaration and `SlotProps` name different slots. */
export function checkSlotNames(program: ts.Program, file: string, declared: Declared): Finding[] {
  const { piece, declaration, slots, source } = declared;
  const names = namesOfProps(program, file);
  const untyped = slots.filter((slot) => !names.includes(slot));
  const unknown = names.filter((name) => !slots.includes(name));
  const problems = [
    ...(untyped.length > 0
      ? [`${quoted(untyped)} ${untyped.length > 1 ? 'are' : 'is'} only in ${declaration}`]
      : []),
    ...(unknown.length > 0 ? [`${quoted(unknown)} only in SlotProps`] : []),
  ];
  if (problems.length === 0) return [];
  const message = `${declaration} of ${piece} and SlotProps in ${source} name different slots: ${problems.join(', ')}. Name each slot in both.`;
  return [{ severity: 'refusal', rule: 'slots', file: declaration, message, ours: piece }];
}
