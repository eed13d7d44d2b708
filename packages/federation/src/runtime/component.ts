import type { ComponentModule } from '../react/component-module.ts';

/** Checks what a remote sent; throws with the module's name when it isn't a component module. */
export function asComponentModule<Props = object>(
  loaded: unknown,
  name: string,
): ComponentModule<Props> {
  if (typeof loaded === 'object' && loaded !== null && 'Component' in loaded) {
    if (typeof loaded.Component === 'function') return loaded as ComponentModule<Props>;
  }
  throw new TypeError(`${name} exports no Component`);
}
