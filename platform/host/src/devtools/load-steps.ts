import { registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import type { ContainerRuntime } from '../browser.ts';
import { type ActiveRemote, containerName, matchRoute } from '../index.ts';
import type { RuntimeOptions } from '../loading/container-runtime.ts';

/** Attempt to load an exposed module of a remote. */
export interface LoadRecord {
  readonly remoteId: string;
  readonly module: string;
  /** Milliseconds since the page's time origin (performance.now). */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly state: 'loading' | 'ready' | 'failed';
  /** Reason for the failure, including its causes. */
  readonly reason: string | undefined;
}

/** Part of the time that a remote took. Steps may overlap. Times are in milliseconds since the page's time origin. */
export interface StepRecord {
  readonly remoteId: string;
  /**
   * 'delay': what this tab's changes added on purpose; 'shared': a package that the remote shares with the page;
   * 'evaluate': the remote's code; 'render': until the component is on the page.
   */
  readonly kind: 'delay' | 'shared' | 'evaluate' | 'render';
  /** Module that the step belongs to; undefined if it concerns all modules of the remote. */
  readonly module: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** How a page loads and evaluates its remotes. */
export interface LoadHooks {
  readonly evaluate: RuntimeOptions['evaluate'] | undefined;
  readonly adjustRuntime: ((runtime: ContainerRuntime) => ContainerRuntime) | undefined;
}

/** Shorter steps are not recorded: a remote asks for many packages that the page has already. */
const MIN_STEP_MS = 1;

type AddStep = (step: Omit<StepRecord, 'endedAt'>) => void;

/** Records how long each package takes that a remote gets from the page or loads itself. */
function timeShared(remoteOf: (container: string) => string | undefined, add: AddStep): void {
  const starts = new Map<string, number>();
  const keyOf = (origin: { name: string }, name: string) => `${origin.name} ${name}`;
  registerGlobalPlugins([
    {
      name: 'patchwork:share-times',
      async beforeLoadShare(args) {
        starts.set(keyOf(args.origin, args.pkgName), performance.now());
        return args;
      },
      afterLoadShare({ origin, pkgName }) {
        const startedAt = starts.get(keyOf(origin, pkgName));
        const remoteId = remoteOf(origin.name);
        if (startedAt === undefined || !remoteId) return;
        add({ remoteId, kind: 'shared', module: undefined, startedAt });
      },
    },
  ]);
}

/** Returns the module that a remote's region on the page comes from. */
function moduleOfRegion(
  region: HTMLElement,
  versions: readonly ActiveRemote[],
): Pick<LoadRecord, 'remoteId' | 'module'> | undefined {
  const { boundary, version, slot } = region.dataset;
  const remote = versions.find((each) => each.id === boundary && each.version === version);
  if (!remote) return undefined;
  const module =
    slot === undefined
      ? matchRoute([remote], location.pathname)?.route.module
      : remote.fragments[slot]?.module;
  return module === undefined ? undefined : { remoteId: remote.id, module };
}

/** Records when the component of each loaded module first appears on the page. */
function timeRenders(
  versions: () => readonly ActiveRemote[],
  loads: () => readonly LoadRecord[],
  add: AddStep,
): void {
  const shown = new Set<LoadRecord>();
  // A module may be loaded long before a navigation shows it. Old browsers don't report navigations.
  let navigatedAt = 0;
  const navigation: EventTarget | undefined = Reflect.get(window, 'navigation');
  navigation?.addEventListener('navigate', () => {
    navigatedAt = performance.now();
  });
  function record(region: HTMLElement): void {
    const found = moduleOfRegion(region, versions());
    const load = loads().findLast(
      ({ remoteId, module }) => remoteId === found?.remoteId && module === found.module,
    );
    if (load?.endedAt === undefined || shown.has(load)) return;
    shown.add(load);
    const startedAt = Math.max(load.endedAt, navigatedAt);
    add({ remoteId: load.remoteId, kind: 'render', module: load.module, startedAt });
  }
  const selector = '[data-boundary]';
  new MutationObserver((changes) => {
    for (const element of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(element instanceof HTMLElement)) continue;
      if (element.matches(selector)) record(element);
      for (const inner of element.querySelectorAll<HTMLElement>(selector)) record(inner);
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Returns a runtime that records how long this tab's changes hold a request before they pass it on. */
function timeDelays(
  runtime: ContainerRuntime,
  adjust: NonNullable<LoadHooks['adjustRuntime']>,
  record: (request: string, startedAt: number) => void,
): ContainerRuntime {
  const held = new Map<string, number>();
  const adjusted = adjust({
    ...runtime,
    loadRemote(request) {
      record(request, held.get(request) ?? performance.now());
      return runtime.loadRemote(request);
    },
  });
  return {
    ...adjusted,
    loadRemote(request) {
      held.set(request, performance.now());
      return adjusted.loadRemote(request);
    },
  };
}

/**
 * Returns a page's hooks with the recording of steps added. Call it before any remote is loaded, and only in a host: a
 * remote's stand-alone page has no Module Federation.
 */
export function recordSteps(
  { evaluate = (_version, factory) => factory(), adjustRuntime }: LoadHooks,
  onStep: (step: StepRecord) => void,
  loads: () => readonly LoadRecord[],
  versions: () => readonly ActiveRemote[],
): LoadHooks {
  const add: AddStep = (step) => {
    const endedAt = performance.now();
    if (endedAt - step.startedAt >= MIN_STEP_MS) onStep({ ...step, endedAt });
  };
  const remoteOf = (container: string) =>
    versions().find(({ id }) => containerName(id) === container)?.id;
  function addDelay(request: string, startedAt: number): void {
    const [container = '', name = ''] = request.split('/');
    const remoteId = remoteOf(container);
    if (remoteId) add({ remoteId, kind: 'delay', module: `./${name}`, startedAt });
  }
  timeShared(remoteOf, add);
  timeRenders(versions, loads, add);
  return {
    evaluate: (version, factory) =>
      evaluate(version, () => {
        const startedAt = performance.now();
        const module = factory();
        if (version) add({ remoteId: version.id, kind: 'evaluate', module: undefined, startedAt });
        return module;
      }),
    adjustRuntime: adjustRuntime && ((runtime) => timeDelays(runtime, adjustRuntime, addDelay)),
  };
}
