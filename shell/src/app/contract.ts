import type { DevtoolsPanelProps } from '@patchwork/kit/devtools';

/** Exports that every exposed module of a page or fragment has. */
export type { ComponentModule } from '@patchwork/host/browser';

/* Types of the remotes' modules that the shell requires. The release gate checks each remote against them. */

/** Props that the frame passes to the fragment in each slot. shell.json lists the same slots. */
export interface SlotProps {
  readonly 'header-search': object;
  /** The link to the cart. The fragment that replaces it must show the same link. */
  readonly 'header-cart': object;
  /** Slot at the end of 'Page not found'. */
  readonly 'not-found-recommendations': object;
  readonly devtools: DevtoolsPanelProps;
}

/** Props of the fragment in a slot: none, unless the slot is listed above. */
export type PropsOfSlot<Name extends string> = Name extends keyof SlotProps
  ? SlotProps[Name]
  : object;
