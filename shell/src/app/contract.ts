import type { DevtoolsPanelProps } from '@patchwork/devtools-bridge';

/** Exports of every exposed page and slot module. */
export type { ComponentModule } from '@patchwork/federation/browser';

/* Types that the shell expects of the remotes' modules. The release gate compares each remote with them. */

/** Props that the frame gives to the fragment in each of its slots; shell.json lists the slots, too. */
export interface SlotProps {
  readonly 'header-search': object;
  /** The link to the cart. The fragment that replaces it shows the same link. */
  readonly 'header-cart': object;
  readonly devtools: DevtoolsPanelProps;
}

/** Props that the frame gives to the component in a slot: none, unless it is listed above. */
export type PropsOfSlot<Name extends string> = Name extends keyof SlotProps
  ? SlotProps[Name]
  : object;
