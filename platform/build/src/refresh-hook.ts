/**
 * Inline script that runs before React, in development only. Each piece has its own copy of React Refresh, and copies
 * that start after React ask this hook for the renderer. With React Refresh's own hook, which doesn't keep the
 * renderer, a remote's edits would never be painted.
 */
const renderers = new Map<number, unknown>();
const nothing = () => undefined;

Object.assign(window, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: Reflect.get(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__') ?? {
    renderers,
    supportsFiber: true,
    inject(renderer: unknown) {
      renderers.set(renderers.size + 1, renderer);
      return renderers.size;
    },
    onScheduleFiberRoot: nothing,
    onCommitFiberRoot: nothing,
    onCommitFiberUnmount: nothing,
  },
});
