import { redirectFor } from '@patchwork/domain';
import { parseConfig } from '@patchwork/domain/runtime-config';
import { type ErrorWatch, type Replacement, startHost } from '@patchwork/host/boot';
import { version } from '../package.json';
import { slots } from '../shell.json';
import { screens } from './app/all-screens.ts';
import { openSession } from './session.tsx';

/** Starts this shop, as a product on the platform. */
export const start = (errors: ErrorWatch): Promise<Replacement> =>
  startHost(
    {
      version,
      frameSlots: slots,
      parseConfig,
      guard: redirectFor,
      screens,
      openSession,
      loadChangesBadge: async () =>
        (await import(/* webpackChunkName: "devtools" */ './devtools/ChangesBadge.tsx'))
          .ChangesBadge,
    },
    errors,
  );
