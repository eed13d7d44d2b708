/**
 * Development only, inlined ahead of React. Each piece has its own copy of React Refresh, and a copy that arrives after
 * React asks this hook for the renderer. The hook that React Refresh would make itself does not keep the renderer, so a
 * remote's edits would never be painted.
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
