import type { Screens } from '@patchwork/host/boot';
import { Spinner } from '@patchwork/ui';
import { lazy } from 'react';
import { ErrorScreen, FailedPage } from './FailedPage.tsx';
import { Frame } from './Frame.tsx';
import { BootFailure, NotFound } from './screens.tsx';

const rare = () => import(/* webpackChunkName: "rare-screens" */ './rare-screens.tsx');

/** What the shop shows around and instead of the remotes' pages. */
export const screens: Screens = {
  Frame,
  Loading: Spinner,
  FailedPage,
  ErrorScreen,
  NotFound,
  BootFailure,
  UnreadPage: lazy(async () => ({ default: (await rare()).UnreadPage })),
  Framed: lazy(async () => ({ default: (await rare()).Framed })),
};
