import type { ComponentType } from 'react';

/** Exports of every exposed page and slot module. The frame decides which props a slot gets. */
export interface ComponentModule<Props = object> {
  readonly Component: ComponentType<Props>;
  /** Atoms of the data that a page shows first: the host loads them while React renders the page. */
  readonly preload?: readonly object[];
}
