import type { ReactNode } from 'react';
import {
  chooseGoodVersions,
  completeSharedRequests,
  createRemotes,
  documentLanguage,
  type FallbackRecord,
  forgetFailure,
  guardEvaluation,
  type Remotes,
  RemotesContext,
  rememberFailure,
} from '../browser.ts';
import type { LoadHooks } from '../devtools/load-steps.ts';
import type { PageLogs } from '../devtools/page-logs.ts';
import type { Receive, Receivers, RunningVersions } from '../errors/report-errors.ts';
import type { ErrorWatch, Occurrence } from '../errors/watch-errors.ts';
import { type ActiveRemote, type DeclaredRoute, pathOfPage, versionsOf } from '../index.ts';
import { nextTask } from '../loading/next-task.ts';
import { createHostRouter, type HostRouter } from '../routing/host-router.ts';
import { createPrefetcher } from '../routing/prefetch.ts';
import type { LoadedPage } from '../routing/RemotePage.tsx';
import { RouterProvider } from '../routing/router.ts';
import { ScreensContext } from '../routing/screens.ts';
import { scrollAsPageGrows } from '../routing/scroll.ts';
import { reportVisit, type Visit } from '../visits/report-visit.ts';
import type { Controls, Host, HostConfig, Session } from './host.ts';
import { readDocument, readDocuments } from './read-documents.ts';
import { type Replacement, whenFirstPageIsReady } from './replace-page.tsx';

type Access = DeclaredRoute['access'];

/** Returns the element with the server-rendered page, where the inline script has put it. */
const renderedRegion = (): HTMLElement | null => document.querySelector('main > [data-rendered]');

/**
 * Returns the remote whose page is in the HTML, if the router has loaded the same version and page. The server doesn't
 * know the state of a history entry, which a reload keeps.
 */
function renderedRemote({ state }: HostRouter): ActiveRemote | undefined {
  const { boundary, version, prerendered } = renderedRegion()?.dataset ?? {};
  const [loaded] = Object.values(state.loaderData).filter(Boolean) as LoadedPage[];
  const { remote, page } = loaded ?? {};
  const isShown = remote?.id === boundary && remote?.version === version && page === prerendered;
  return isShown && !state.errors && !state.location.state ? remote : undefined;
}

/** Passes the page's errors to the visit and the receivers, whose code is loaded at the first error. */
function receiveErrors(
  errors: ErrorWatch,
  receivers: Receivers,
  versions: () => RunningVersions,
  visit?: Visit,
): void {
  const isNeeded = receivers.log !== undefined || receivers.url !== undefined;
  let receive: Promise<Receive> | undefined;

  async function pass(found: Occurrence, running: RunningVersions): Promise<void> {
    receive ??= import(/* webpackChunkName: "errors" */ '../errors/report-errors.ts').then(
      ({ createReceiver }) => createReceiver(receivers),
    );
    try {
      (await receive)(found, running);
    } catch {
      // Offline, no report could be sent either. The next error tries again.
      receive = undefined;
    }
  }

  errors.connect((found) => {
    if (found.event !== 'caught') visit?.errors.push(found);
    if (isNeeded) void pass(found, versions());
  });
}

/** Reports errors of a page that could not start. Without a configuration there is no address to report to. */
async function receiveErrorsOfFailedStart<Config extends HostConfig>(
  { parseConfig, version }: Host<Config>,
  errors: ErrorWatch,
): Promise<void> {
  const config = await readDocument('config')
    .then(parseConfig)
    .catch(() => undefined);
  const receivers = { url: config?.reporting?.url, log: undefined };
  receiveErrors(errors, receivers, () => ({ shell: version, remotes: [] }));
}

/**
 * Tells the session about each navigation, and then calls `pageShown`. Reruns the router's guards when somebody has
 * logged in or out.
 */
function connect(session: Session, router: HostRouter, pageShown: () => void): void {
  session.navigated(router.state.location, []);
  router.subscribe(({ location, navigation, initialized, loaderData }) => {
    if (!initialized || navigation.state !== 'idle') return;
    const pages = Object.values(loaderData).filter(Boolean) as LoadedPage[];
    session.navigated(
      location,
      pages.flatMap(({ preload = [] }) => preload),
    );
    // The page's data and pictures have priority.
    void session.whenLoaded().then(pageShown);
  });
  session.subscribe(() => void router.revalidate());
}

/** What was read from the page's documents, with the versions that were chosen for this visitor. */
type Documents<Config extends HostConfig> = Awaited<ReturnType<typeof readDocuments<Config>>>;

/** Returns the visit to report, if this page load is among those that are reported. */
function openVisit({ config, changes }: Documents<HostConfig>): Visit | undefined {
  const { url, visits = 0 } = config.reporting ?? {};
  // A tab with changed remotes says nothing about what is live.
  if (url === undefined || changes?.isChanged || Math.random() >= visits) return undefined;
  return { used: [], errors: [] };
}

interface HostLogs extends PageLogs {
  /** Adds the recording of what each load consists of. */
  readonly timed: (hooks: LoadHooks) => LoadHooks;
}

interface Opened<Config extends HostConfig> {
  readonly host: Host<Config>;
  readonly documents: Documents<Config>;
  readonly session: Session;
  readonly logs: HostLogs | undefined;
  readonly visit: Visit | undefined;
  readonly errors: ErrorWatch;
  /** All versions of remotes that may have code on this page. */
  readonly knownVersions: () => ActiveRemote[];
}

/** Starts the logs for the devtools. Resolves to undefined if their code can't be loaded: the page starts all the same. */
async function openLogs(versions: () => ActiveRemote[]): Promise<HostLogs | undefined> {
  try {
    const [{ createPageLogs }, { recordSteps }] = await Promise.all([
      import(/* webpackChunkName: "devtools-start" */ '../devtools/page-logs.ts'),
      import(/* webpackChunkName: "devtools-start" */ '../devtools/load-steps.ts'),
    ]);
    const logs = createPageLogs(versions);
    const loads = () => logs.store.get(logs.records.loadsAtom);
    return { ...logs, timed: (hooks) => recordSteps(hooks, logs.onStep, loads, versions) };
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** Creates the loader of the page's remotes, which reports what it loads and what falls back. */
function openRemotes<Config extends HostConfig>(opened: Opened<Config>): Remotes {
  const { host, documents, session, logs, visit, errors, knownVersions } = opened;
  const { registry, changes, active, hung } = documents;
  function report(record: FallbackRecord): void {
    logs?.onFallback(record);
    const { remote: id, version, message, cause, fallback } = record;
    errors.add({ event: 'fallback', error: message, remote: { id, version }, cause, fallback });
  }
  const hooks = {
    // Never replaces a remote that this tab overrides or breaks: its errors should be visible.
    evaluate: changes?.isChanged ? undefined : guardEvaluation(),
    adjustRuntime: changes?.adjustRuntime,
  };
  const remotes = createRemotes(active, {
    knownVersions,
    ...(logs?.timed(hooks) ?? hooks),
    observe: (remote, module) => {
      const end = logs?.onLoad(remote, module);
      visit?.used.push(remote);
      return (error) => {
        end?.(error);
        if (error) errors.add({ event: 'error', error });
      };
    },
    prepare: async (remote, module) => {
      await (remote.apis && session.prepare?.());
      return registry.prepare(remote, module);
    },
    choose: (failed) => (changes?.isChanged ? active : chooseGoodVersions(registry, failed)),
    refresh: registry.refresh,
    remember: rememberFailure,
    forget: forgetFailure,
    frameSlots: host.frameSlots,
    login: session,
    report,
  });
  const replaced = active.remotes.find(
    ({ id, version }) => id === hung?.remote && version !== hung.version,
  );
  if (hung && replaced) {
    const message = 'its code did not return';
    report({ ...hung, fallback: replaced.version, cause: 'hang', message });
  }
  return remotes;
}

interface Started<Config extends HostConfig> {
  readonly host: Host<Config>;
  readonly session: Session;
  readonly router: HostRouter;
  readonly prefetcher: ReturnType<typeof createPrefetcher>;
  readonly controls: Controls;
  /** What this tab has changed, on a page with changes. */
  readonly badge: ReactNode;
}

/** Resolves with what to render, once the first page is loaded or has taken too long. */
async function firstPage<Config extends HostConfig>({
  host,
  session,
  router,
  prefetcher,
  controls,
  badge,
}: Started<Config>): Promise<Replacement> {
  await whenFirstPageIsReady(router);
  await nextTask();
  prefetcher.start();
  scrollAsPageGrows(router);
  void session.whenLoaded().then(prefetcher.pageShown);
  const rendered = session.canHydrate ? renderedRemote(router) : undefined;
  const isHydrated = rendered !== undefined;
  session.beforeRender(isHydrated);
  const remotes = { ...controls.remotes, inHtml: isHydrated ? session.inHtml : undefined };
  const page = (
    <RemotesContext value={remotes}>
      <ScreensContext value={host.screens}>
        <RouterProvider router={router} />
        {badge}
      </ScreensContext>
    </RemotesContext>
  );
  return {
    page: session.provide(page, controls),
    rendered,
    onShown() {
      // What is rendered from now on is not in the HTML.
      session.inHtml?.keys.clear();
      session.onShown(isHydrated);
    },
  };
}

/** Starts the page. Resolves as `firstPage` does. */
async function start<Config extends HostConfig>(
  host: Host<Config>,
  errors: ErrorWatch,
): Promise<Replacement> {
  completeSharedRequests();
  const documents = await readDocuments(host);
  const { config, registry, shell, served, changes, active, isIncomplete, problems } = documents;
  await nextTask();
  const knownVersions = () => [...versionsOf(registry.current()), ...active.remotes];
  const logs = config.devtools && (await openLogs(knownVersions));
  // Created below, because its guards ask the session who is logged in.
  let router: HostRouter | undefined;
  const session = await host.openSession({
    config,
    language: documentLanguage(),
    pathTo: (page, parameters) => pathOfPage(active.remotes, page, parameters),
    // At once: the router remembers the scroll position of the page that is left.
    navigate: async (to, options) => router?.navigate(to, options),
    remotes: () => remotes,
    logs,
  });
  const visit = openVisit(documents);
  const remotes = openRemotes({ host, documents, session, logs, visit, errors, knownVersions });
  const url = config.reporting?.url;
  receiveErrors(
    errors,
    { url, log: logs?.onError },
    () => ({ shell, remotes: active.remotes.map(remotes.loader.activeVersion) }),
    visit,
  );
  if (url !== undefined && visit) reportVisit(url, visit);
  const redirectFor = (access: Access) => host.guard(access, session.isLoggedIn());
  router = createHostRouter(remotes, redirectFor, host.screens, isIncomplete);
  router.subscribe(({ errors: thrown }) => {
    for (const error of Object.values(thrown ?? {})) errors.add({ event: 'error', error });
  });
  await nextTask();
  const isClosed = (access: Access) => redirectFor(access) !== undefined;
  const prefetcher = createPrefetcher(remotes, isClosed, registry.complete);
  connect(session, router, prefetcher.pageShown);

  // Errors that React doesn't catch: in event handlers, timers and observers.
  window.addEventListener('error', ({ error }) => remotes.loader.reportError(error));

  const revalidate = () => router.revalidate();
  const changed = changes?.connect({ remotes, revalidate });
  const controls = {
    ...{ remotes, revalidate, served, problems },
    remoteControls: changed?.remoteControls,
  };
  const Badge = changed && (await host.loadChangesBadge());
  const badge = Badge && <Badge {...changed} />;
  return firstPage({ host, session, router, prefetcher, controls, badge });
}

/** Resolves with the host's page, or with an error screen if the host can't or must not start. */
export async function startHost<Config extends HostConfig>(
  host: Host<Config>,
  errors: ErrorWatch,
): Promise<Replacement> {
  const { Framed, BootFailure } = host.screens;
  if (window.self !== window.top) return { page: <Framed /> };
  await nextTask();
  try {
    return await start(host, errors);
  } catch (error) {
    console.error(error);
    errors.add({ event: 'error', error });
    void receiveErrorsOfFailedStart(host, errors);
    return { page: <BootFailure /> };
  }
}
