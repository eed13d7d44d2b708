import type * as ReactModule from 'react';

type React = Pick<typeof ReactModule, 'Component' | 'createElement' | 'useSyncExternalStore'>;
type Props = Readonly<Record<string, unknown>>;

interface Exposed {
  /** The file, as the person who edits it knows it. */
  readonly file: string;
  /** Evaluates the exposed module as it is now. */
  readonly load: () => { readonly Component: ReactModule.ComponentType<Props> };
  /** The bundler's updates; 'idle' between two of them. */
  readonly updates: { status(): string };
}

const box = {
  margin: 16,
  padding: 16,
  border: '2px solid',
  background: 'Canvas',
  color: 'CanvasText',
  font: '16px/1.5 system-ui, sans-serif',
  overflowWrap: 'anywhere',
} as const;

/**
 * The component that stands in front of an exposed one. `renew` mounts the exposed component as it is
 * after an edit; a crash is shown in its place until then. React is the remote's own.
 */
export function hotComponent(
  { Component, createElement, useSyncExternalStore }: React,
  { file, load, updates }: Exposed,
) {
  const hearers = new Set<() => void>();
  const subscribe = (hear: () => void) => {
    hearers.add(hear);
    return () => hearers.delete(hear);
  };

  const explain = (error: unknown) =>
    createElement(
      'div',
      { role: 'alert', style: box },
      createElement('strong', null, `${file} crashed`),
      createElement(
        'p',
        { style: { whiteSpace: 'pre-wrap' } },
        error instanceof Error ? error.message : String(error),
      ),
      'Mend it and it is mounted again; the console shows where it happened.',
    );

  class Fence extends Component<{ readonly children: ReactModule.ReactNode }> {
    override state: { readonly crash?: { readonly error: unknown } } = {};
    static getDerivedStateFromError = (error: unknown) => ({ crash: { error } });
    override render() {
      const { crash } = this.state;
      return crash ? explain(crash.error) : this.props.children;
    }
  }

  let edits = 0;
  /** Each edit's fence is a new one: it knows nothing of the last crash. */
  const inFence = (newest: ReactModule.ComponentType<Props>) => {
    const key = edits++;
    return (props: Props) => createElement(Fence, { key, children: createElement(newest, props) });
  };
  const attempt = () => {
    try {
      return { mount: inFence(load().Component), isBroken: false };
    } catch (error) {
      console.error(error);
      return { mount: () => explain(error), isBroken: true };
    }
  };

  const first = attempt();
  let { mount } = first;
  const renew = () => {
    // The update with a mistake comes right before the one that mends it: only the last is mounted.
    if (updates.status() !== 'idle') setTimeout(renew);
    // The chunk of a file that could not be compiled lacks its imports, and no update brings them.
    else if (first.isBroken) location.reload();
    else {
      mount = attempt().mount;
      for (const hear of hearers) hear();
    }
  };
  const Hot = (props: Props) => useSyncExternalStore(subscribe, () => mount)(props);
  return { Component: Hot, renew };
}
