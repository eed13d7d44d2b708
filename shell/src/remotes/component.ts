import type { ComponentType } from 'react';

/** What every exposed page and slot module holds. */
export interface ComponentModule {
  readonly Component: ComponentType;
}

/** Checks what a remote sent; throws with the module's name when it isn't a component module. */
export function asComponentModule(loaded: unknown, name: string): ComponentModule {
  if (typeof loaded === 'object' && loaded !== null && 'Component' in loaded) {
    if (typeof loaded.Component === 'function') return loaded as ComponentModule;
  }
  throw new TypeError(`${name} exports no Component`);
}
