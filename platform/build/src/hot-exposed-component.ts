import type * as ReactModule from 'react';

type React = Pick<
  typeof ReactModule,
  'Component' | 'createElement' | 'lazy' | 'useSyncExternalStore'
>;
type Props = Readonly<Record<string, unknown>>;

interface ExposedModule {
  readonly Component: ReactModule.ComponentType<Props>;
}

interface Exposed {
  /** Evaluates the exposed module as last edited. A module with a top-level `await` is a promise. */
  readonly load: () => ExposedModule | Promise<ExposedModule>;
  /** State of the bundler's hot updates; 'idle' if none is in progress. */
  readonly status: () => string;
}

const boxStyle = {
  margin: 16,
  padding: 16,
  border: '2px solid',
  background: 'Canvas',
  color: 'CanvasText',
  font: '16px/1.5 system-ui, sans-serif',
  overflowWrap: 'anywhere',
} as const;

/** Returns the first source file that an error's stack names in a development build; undefined if it names none. */
export function fileAtFault(error: unknown): string | undefined {
  const { stack = '' } = error instanceof Error ? error : {};
  const frames = stack.matchAll(/(?:webpack-internal:\/\/\/|at )\.\/(\S+?\.[jt]sx?)\b/g);
  return [...frames].map(([, file]) => file).find((file) => !file?.includes('node_modules'));
}

/**
 * Reloads the page if the bundler threw an error because an update has removed a module from it: hot updates can't
 * restore the module. Returns whether it does.
 */
function reloadIfGone(error: unknown): boolean {
  const isGone = error instanceof Error && error.message.includes('factory is undefined');
  if (isGone) location.reload();
  return isGone;
}

/**
 * Creates the wrapper of an exposed component. `update` mounts the edited component, or reloads the page if hot updates
 * can't do so. If the component crashes, the wrapper explains the crash until the next edit. The first parameter is the
 * remote's copy of React.
 */
export function createHotComponent(
  { Component, createElement, lazy, useSyncExternalStore }: React,
  { load, status }: Exposed,
) {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const explain = (error: unknown) =>
    createElement(
      'div',
      { role: 'alert', style: boxStyle },
      createElement('strong', null, `${fileAtFault(error) ?? 'A file'} crashed`),
      createElement(
        'p',
        { style: { whiteSpace: 'pre-wrap' } },
        error instanceof Error ? error.message : String(error),
      ),
      'The next edit is mounted here. The browser’s console shows the stack.',
    );

  class CrashBoundary extends Component<{ readonly children: ReactModule.ReactNode }> {
    override state: { readonly crash?: { readonly error: unknown } } = {};
    static getDerivedStateFromError = (error: unknown) => ({ crash: { error } });
    override render() {
      const { crash } = this.state;
      return crash ? explain(crash.error) : this.props.children;
    }
  }

  let edits = 0;
  /** Returns a function that renders the edited component in a new error boundary, which has no crash yet. */
  const mountNew = (newest: ReactModule.ComponentType<Props>) => {
    const key = edits++;
    return (props: Props) =>
      createElement(CrashBoundary, { key, children: createElement(newest, props) });
  };
  function loadNewest() {
    try {
      const module = load();
      if (!(module instanceof Promise)) return { mount: mountNew(module.Component) };
      module.catch(reloadIfGone);
      return { mount: mountNew(lazy(async () => ({ default: (await module).Component }))) };
    } catch (error) {
      console.error(error);
      return { mount: () => explain(error), error };
    }
  }

  const first = loadNewest();
  let { mount } = first;
  function update() {
    // Only the latest update is mounted: an edit with a mistake is usually followed by its correction.
    if (status() !== 'idle') {
      setTimeout(update);
      return;
    }
    const newest = loadNewest();
    if (reloadIfGone(newest.error)) return;
    // Nor can they restore imports of a chunk whose file was broken at first.
    if (first.error) return location.reload();
    mount = newest.mount;
    for (const listener of listeners) listener();
  }
  const HotComponent = (props: Props) => useSyncExternalStore(subscribe, () => mount)(props);
  return { Component: HotComponent, update };
}
