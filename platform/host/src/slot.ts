/**
 * Exports for remotes, shared as one singleton, so that a slot finds the remotes of its page. The exports are the
 * contract with released remotes.
 */
import type { ReactNode } from 'react';
import { type SlotElement, Slot as UntypedSlot } from './react/Slot.tsx';

type PropsElement<Props> = object extends Props
  ? { readonly props?: Props }
  : { readonly props: Props };

/** Slot component for one owner: the piece whose SlotProps define the props of each slot, by the slot's name. */
type SlotOf<SlotProps> = <Name extends keyof SlotProps & string>(
  slot: Omit<SlotElement, 'props'> & { readonly name: Name } & PropsElement<SlotProps[Name]>,
) => ReactNode;

/** Returns the Slot component for one owner: `export const Slot = slotOf<SlotProps>()`. */
export const slotOf = <
  SlotProps extends { readonly [Name in keyof SlotProps]: object },
>(): SlotOf<SlotProps> => UntypedSlot;
