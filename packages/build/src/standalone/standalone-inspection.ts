import type { Inspection, PageLogs, RemoteControls } from '@patchwork/devtools-bridge';
import type { ActiveRemotes } from '@patchwork/federation';
import { startMock } from '@patchwork/mock-server';
import { toast } from '@patchwork/shop';
import { err } from '@patchwork/shop/domain';

const NO_CONTROLS =
  'This remote runs alone, built into its page. Open the panel in the shop to override or break a remote.';

const explainNoControls = (): void => void toast.info(NO_CONTROLS);

const remoteControls: RemoteControls = {
  overrides: [],
  breakages: {},
  failedOverrides: [],
  checkOverride: async () => err([NO_CONTROLS]),
  setOverride: explainNoControls,
  removeOverride: explainNoControls,
  setBreakage: explainNoControls,
  reload: async () => location.reload(),
};

/** What a page without federation lets its developer see. */
export const createStandaloneInspection = (
  active: ActiveRemotes,
  { store, records }: PageLogs,
): Inspection => ({
  ...records,
  store,
  active,
  problems: [],
  sharedBy: () => [],
  remoteControls,
  mock: () => startMock(),
});
