import type { ComponentType } from 'react';
import type { ComponentModule } from '../react/component-module.ts';

/** The component of a loaded module; throws with the module's name when it has none. */
export function componentOf<Props = object>(module: unknown, name: string): ComponentType<Props> {
  if (typeof module === 'object' && module !== null && 'Component' in module) {
    if (typeof module.Component === 'function') return (module as ComponentModule<Props>).Component;
  }
  throw new TypeError(`${name} exports no Component`);
}
