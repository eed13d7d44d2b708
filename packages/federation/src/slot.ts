/**
 * Exports for remotes, shared as one singleton: a slot has to find the remotes of the page that it is on. The
 * names are the contract with released remotes.
 */
import type { ReactNode } from 'react';
import { type SlotElement, Slot as UntypedSlot } from './react/Slot.tsx';

type PropsElement<Props> = object extends Props
  ? { readonly props?: Props }
  : { readonly props: Props };

/** The Slot of an owner whose SlotProps these are: a slot's name decides its props. */
type SlotOf<SlotProps> = <Name extends keyof SlotProps & string>(
  slot: Omit<SlotElement, 'props'> & { readonly name: Name } & PropsElement<SlotProps[Name]>,
) => ReactNode;

/** The slots of one owner: `export const Slot = slotOf<SlotProps>()`. */
export const slotOf = <
  SlotProps extends { readonly [Name in keyof SlotProps]: object },
>(): SlotOf<SlotProps> => UntypedSlot;
