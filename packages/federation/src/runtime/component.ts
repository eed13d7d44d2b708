import type { ComponentModule } from '../react/component-module.ts';

/** A loaded module, which has a component; throws with the module's name when it has none. */
export function requireComponent<Props = object>(
  module: unknown,
  name: string,
): ComponentModule<Props> {
  if (typeof module === 'object' && module !== null && 'Component' in module) {
    if (typeof module.Component === 'function') return module as ComponentModule<Props>;
  }
  throw new TypeError(`${name} exports no Component`);
}
