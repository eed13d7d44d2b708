import type { RemoteJson } from '@patchwork/host';
import type { RemoteComponent, RemoteLoader } from '@patchwork/host/browser';
import type { Remotes } from '@patchwork/shop/host';
import { type ComponentType, lazy } from 'react';
import styles from './standalone.module.css';

/** Fields of remote.json that a stand-alone page reads. They have not been validated. */
export type StandaloneRemote = Pick<RemoteJson, 'id' | 'routes'> &
  Partial<Pick<RemoteJson, 'fragments' | 'apis'>>;

/** Returns the component of an exposed module such as './Home'. */
export type ComponentOf = <Props = object>(module: string) => ComponentType<Props>;

interface ExposedModule<Props> {
  readonly Component: ComponentType<Props>;
}

/** Returns the component of an exposed module. The bundler gives a promise of a module with a top-level `await`. */
export function componentIn<Props>(module: unknown): ComponentType<Props> {
  const exposed = module as ExposedModule<Props> | Promise<ExposedModule<Props>>;
  if (!(exposed instanceof Promise)) return exposed.Component;
  return lazy(async () => ({ default: (await exposed).Component }));
}

/** Returns the exports of an exposed module that is no component, such as './Api'. */
export type ExportsOf = (module: string) => unknown;

const noExports: ExportsOf = (module) => {
  throw new Error(`${module} can’t be loaded here`);
};

/** Creates a loader of the bundled modules. It downloads nothing and has no fallback versions. */
export function builtInLoader(componentOf: ComponentOf, exportsOf = noExports): RemoteLoader {
  return {
    loadModule: async (_remote, module) => exportsOf(module),
    async load<Props>(
      remote: RemoteComponent['remote'],
      target: Parameters<RemoteLoader['load']>[1],
    ): Promise<RemoteComponent<Props>> {
      const module = 'slot' in target ? remote.fragments[target.slot]?.module : undefined;
      if (module === undefined) throw new Error('only fragments are loaded here');
      return { remote, Component: componentOf<Props>(module) };
    },
    prefetch: async () => undefined,
    isDown: () => false,
    reload: async () => undefined,
    activeVersion: (remote) => remote,
    subscribe: () => () => undefined,
    reportCrash: () => ({ kind: 'fallback', outcome: Promise.resolve('failed') }),
    reportError: () => undefined,
  };
}

/**
 * Returns the remotes of a page with a single, bundled remote. A slot shows this remote's fragment or, if it has none,
 * a note that other remotes fill the slot.
 */
export const standaloneRemotes = (
  { id, routes, fragments = {}, apis }: StandaloneRemote,
  { componentOf, exportsOf }: { readonly componentOf: ComponentOf; readonly exportsOf: ExportsOf },
  login: Remotes['login'],
): Remotes => ({
  active: {
    remotes: [
      { id, team: 'Alone', version: 'source', entry: '/', routes, fragments, apis, files: {} },
    ],
  },
  loader: builtInLoader(componentOf, exportsOf),
  frameSlots: {},
  login,
  renderEmptySlot: (slot) => (
    <p className={styles.empty}>
      The slot <code>{slot}</code>: other remotes fill it in the shop.
    </p>
  ),
});
