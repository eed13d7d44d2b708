import { slotOf } from '@patchwork/shop';
import type { SlotProps } from './contract.ts';

/** A slot of the frame. */
export const Slot = slotOf<SlotProps>();
