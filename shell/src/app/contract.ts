import type { DevtoolsPanelProps } from '@patchwork/devtools-bridge';
import type { ComponentModule as AnyComponentModule } from '@patchwork/federation/browser';
import type { Store } from '@patchwork/state';

/*
 * What the shell expects of the remotes' modules. The release gate compares each remote with it.
 */

/** What every exposed page and slot module holds. */
export interface ComponentModule<Props = object> extends AnyComponentModule<Props> {
  /**
   * Of a prerendered page whose heading is data: loads that data. The first words stay until it resolves, but
   * not longer than 8 seconds. The parameters are those of the page's path.
   */
  readonly load?: (
    store: Store,
    parameters: Readonly<Record<string, string | undefined>>,
  ) => Promise<unknown>;
}

/** What the frame gives to the fragment in each of its slots; shell.json lists them, too. */
export interface SlotProps {
  readonly 'header-search': object;
  /** The link to the cart. What fills it shows the same link. */
  readonly 'header-cart': object;
  readonly devtools: DevtoolsPanelProps;
}

/** What the frame gives to the component in a slot: nothing, unless it is listed above. */
export type PropsOfSlot<Name extends string> = Name extends keyof SlotProps
  ? SlotProps[Name]
  : object;
