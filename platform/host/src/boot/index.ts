/** What a shell imports for its screens, its session and its tests. */

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
