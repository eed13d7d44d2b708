import { slotOf } from '@patchwork/shop';

/** Props that this remote's pages pass to the fragments in each slot. remote.json lists the same slots. */
export interface SlotProps {
  /** Slot at the end of the page after logging out. */
  readonly 'logout-recommendations': object;
}

export const Slot = slotOf<SlotProps>();
