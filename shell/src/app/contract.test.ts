import { expectTypeOf, test } from 'vitest';
import type shell from '../../shell.json';
import type { SlotProps } from './contract.ts';

test('the slots that the shell declares are those that its contract has props for', () => {
  expectTypeOf<keyof SlotProps>().toEqualTypeOf<keyof typeof shell.slots>();
});
