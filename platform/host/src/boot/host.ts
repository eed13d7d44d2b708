import type { ComponentType, ReactNode } from 'react';
import type { FragmentsInHtml, Remotes } from '../browser.ts';
import type { RemoteControls } from '../devtools/inspection.ts';
import type { OpenedPreviews } from '../devtools/open-previews.ts';
import type { RunningPage, ServedPage } from '../devtools/page.ts';
import type { PageLogs } from '../devtools/page-logs.ts';
import type { DeclaredRoute } from '../index.ts';
import type { Screens } from '../routing/screens.ts';

/** Returns the name of the page to show instead to someone without access; undefined if they have access. */
export type Guard = (access: DeclaredRoute['access'], isLoggedIn: boolean) => string | undefined;

/** The part of the runtime configuration that the platform reads. */
export interface HostConfig {
  /** Origins of remotes, in addition to the page's own. */
  readonly remoteOrigins?: readonly string[] | undefined;
  /** If absent, pages for developers are left out, and only previews change the remotes. */
  readonly devtools?: ServedPage['devtools'];
  /** If absent, no error and no visit is reported. */
  readonly reporting?: { readonly url: string; readonly visits?: number | undefined } | undefined;
}

/** Path and query of the page that is shown. */
interface ShownLocation {
  readonly pathname: string;
  readonly search: string;
}

/** What a session may use of the page that it belongs to. */
export interface HostPage<Config extends HostConfig> {
  readonly config: Config;
  /** Language of the document: 'en', 'hi'. */
  readonly language: string;
  readonly pathTo: (page: string, parameters?: Readonly<Record<string, string>>) => string;
  readonly navigate: (to: string, options?: { readonly replace?: boolean }) => Promise<void>;
  /** Returns the page's remotes, once the session is open. */
  readonly remotes: () => Remotes;
  /** Undefined if the configuration has no devtools, or if their code can't be loaded. */
  readonly logs: PageLogs | undefined;
}

/** What devtools may use of the running page. */
export interface Controls extends RunningPage {
  readonly served: ServedPage;
  /** Reasons why entries of the registry were dropped, one sentence each. */
  readonly problems: readonly string[];
  /** Controls of a page that started with changes; undefined for any other page. */
  readonly remoteControls: RemoteControls | undefined;
}

/** The state of a product: who is logged in, and the data of its pages. */
export interface Session {
  readonly isLoggedIn: () => boolean;
  /** Calls back after each login and logout. Returns a function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether the data of the page's server-rendered HTML can be used, so that the HTML may be hydrated. */
  readonly canHydrate: boolean;
  /** Fragments in the server-rendered HTML: the release embeds their data, by key, as `patchwork-fragments`. */
  readonly inHtml?: FragmentsInHtml | undefined;
  /** Awaited before the code of a remote with an API of its own is loaded. */
  readonly prepare?: () => Promise<void>;
  /** Called for the first page, and after each navigation with what the new pages export as `preload`. */
  readonly navigated: (location: ShownLocation, preload: readonly unknown[]) => void;
  /** Resolves when the data that the page has requested is there. */
  readonly whenLoaded: () => Promise<void>;
  /** Called when the first page is about to be rendered. */
  readonly beforeRender: (isHydrated: boolean) => void;
  /** Called when the first page is on screen. */
  readonly onShown: (isHydrated: boolean) => void;
  /** Wraps the whole page, with its own context. */
  readonly provide: (page: ReactNode, controls: Controls) => ReactNode;
}

export interface ChangesBadgeProps {
  readonly remoteControls: RemoteControls;
  readonly previews: OpenedPreviews;
}

/** A product on the platform, as its shell describes it. */
export interface Host<Config extends HostConfig = HostConfig> {
  readonly version: string;
  /** Slots in the frame, as shell.json lists them. */
  readonly frameSlots: Remotes['frameSlots'];
  /** Parses the runtime configuration. Throws an error that names the invalid field. */
  readonly parseConfig: (document: unknown) => Config;
  readonly guard: Guard;
  readonly screens: Screens;
  readonly openSession: (page: HostPage<Config>) => Session | Promise<Session>;
  /** Loads the list of what this tab has changed, for pages with changes. */
  readonly loadChangesBadge: () => Promise<ComponentType<ChangesBadgeProps>>;
}
