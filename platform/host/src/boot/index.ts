/** What a shell imports for its screens, its session and its tests. */

export type { ErrorWatch } from '../errors/watch-errors.ts';
export { createHostRouter, createPageRoute } from '../routing/host-router.ts';
export { RemotePage } from '../routing/RemotePage.tsx';
export { createRedirects, RedirectLoop } from '../routing/redirects.ts';
export { type Screens, ScreensContext } from '../routing/screens.ts';
export { useFocusOnNavigation } from '../routing/useFocusOnNavigation.ts';
export type {
  ChangesBadgeProps,
  Controls,
  Guard,
  Host,
  HostConfig,
  HostPage,
  Session,
} from './host.ts';
export type { Replacement } from './replace-page.tsx';
export { startHost } from './start-host.tsx';
