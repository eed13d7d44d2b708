import type { ComponentType } from 'react';

/** What every exposed page and slot module holds. The frame decides which props a slot gets. */
export interface ComponentModule<Props = object> {
  readonly Component: ComponentType<Props>;
  /** Of a page: loads what it needs in place of its first words. The shell's contract has its type. */
  readonly load?: unknown;
}
