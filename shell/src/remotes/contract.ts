import type { DevtoolsPanelProps } from '@patchwork/inspection';
import type { ComponentType } from 'react';

/** What every exposed page and slot module holds. The frame decides which props a slot gets. */
export interface ComponentModule<Props = object> {
  readonly Component: ComponentType<Props>;
}

/** What the frame gives to the components in its slots. */
interface SlotProps {
  readonly devtools: DevtoolsPanelProps;
}

/** What the frame gives to the component in a slot: nothing, unless it is said above. */
export type PropsOfSlot<Name extends string> = Name extends keyof SlotProps
  ? SlotProps[Name]
  : object;
