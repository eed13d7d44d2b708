import { redirectFor } from '@patchwork/domain';
import { parseConfig, type RuntimeConfig } from '@patchwork/domain/runtime-config';
import type { Host } from '@patchwork/host/boot';
import { Spinner } from '@patchwork/ui';
import { version } from '../package.json';
import { slots } from '../shell.json';
import { ErrorScreen, FailedPage } from './app/FailedPage.tsx';
import { Frame } from './app/Frame.tsx';
import { BootFailure, Framed, NotFound, UnreadPage } from './app/screens.tsx';
import { openSession } from './session.tsx';

/** This shop, as a product on the platform. */
export const host: Host<RuntimeConfig> = {
  version,
  frameSlots: slots,
  parseConfig,
  guard: redirectFor,
  screens: {
    ...{ Frame, Loading: Spinner, FailedPage, ErrorScreen },
    ...{ NotFound, UnreadPage, BootFailure, Framed },
  },
  openSession,
  loadChangesBadge: async () =>
    (await import(/* webpackChunkName: "devtools" */ './devtools/ChangesBadge.tsx')).ChangesBadge,
};
