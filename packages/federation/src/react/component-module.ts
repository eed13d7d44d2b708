import type { ComponentType } from 'react';

/** What every exposed page and slot module holds. The frame decides which props a slot gets. */
export interface ComponentModule<Props = object> {
  readonly Component: ComponentType<Props>;
}
