import type { Screens } from '@patchwork/host/boot';
import { Spinner } from '@patchwork/ui';
import { ErrorScreen, FailedPage } from './FailedPage.tsx';
import { Frame } from './Frame.tsx';
import { BootFailure, Framed, NotFound, UnreadPage } from './screens.tsx';

/** What the shop shows around and instead of the remotes' pages. */
export const screens: Screens = {
  Frame,
  Loading: Spinner,
  FailedPage,
  ErrorScreen,
  NotFound,
  UnreadPage,
  BootFailure,
  Framed,
};
