import {
  type ContainerRuntime,
  createContainerRuntime,
  type RuntimeOptions,
} from '../loading/container-runtime.ts';
import { createActiveVersions } from '../loading/containers.ts';
import {
  createModuleLoader,
  isShopReachable,
  type ModuleLoaderOptions,
} from '../loading/module-loader.ts';
import { createRemoteLoader, type RemoteLoaderOptions } from '../loading/remote-loader.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { documentLanguage } from '../visitor/document-language.ts';
import type { Remotes } from './remotes-context.ts';

interface RemotesOptions
  extends Omit<RemoteLoaderOptions, 'loader' | 'versions'>,
    Omit<ModuleLoaderOptions, 'isReachable'>,
    Pick<Remotes, 'frameSlots' | 'login'> {
  readonly knownVersions: RuntimeOptions['versions'];
  readonly evaluate?: RuntimeOptions['evaluate'] | undefined;
  /** Wraps the container runtime, in a tab that overrides remotes or breaks them on purpose. */
  readonly adjustRuntime?: ((runtime: ContainerRuntime) => ContainerRuntime) | undefined;
}

export function createRemotes(
  active: ActiveRemotes,
  {
    adjustRuntime = (runtime) => runtime,
    knownVersions,
    evaluate = (_version, factory) => factory(),
    frameSlots,
    login,
    ...options
  }: RemotesOptions,
): Remotes {
  const runtime = adjustRuntime(createContainerRuntime({ versions: knownVersions, evaluate }));
  const reachable = { ...options, isReachable: isShopReachable };
  const loader = createModuleLoader(active, runtime, reachable);
  const versions = createActiveVersions(active);
  return {
    active,
    loader: createRemoteLoader({ ...options, loader, versions }),
    frameSlots,
    login,
    language: documentLanguage(),
  };
}
