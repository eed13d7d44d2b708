import { err, ok, type Result } from '@patchwork/domain';
import type { ActiveRemote } from '@patchwork/host';
import { RemoteBoundary, type RemoteComponent, sharedBy, useFiller } from '@patchwork/host/browser';
import { applyRemoteChanges } from '@patchwork/host/devtools/apply-remote-changes';
import type { DevtoolsPanelProps, Inspection } from '@patchwork/kit/devtools';
import { Button, isFocusLost, useIsSlow } from '@patchwork/ui';
import { type RefObject, useEffect, useState } from 'react';
import type { InspectedShop } from './inspected-shop.ts';
import styles from './Panel.module.css';

interface PanelFailureProps {
  readonly reason: string;
  readonly region: InspectedShop['region'];
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Message in place of a panel that failed to load or crashed. The shop keeps working. */
function PanelFailure({ reason, region, onRetry, onClose }: PanelFailureProps) {
  return (
    <aside className={styles.failure} aria-label="Devtools" {...region}>
      <div role="alert">
        <p className={styles.title}>Devtools can’t be opened just now</p>
        <p>{reason} The shop goes on.</p>
      </div>
      <div className={styles.actions}>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </aside>
  );
}

/** Message in place of a panel that takes long to load. */
const PanelDelay = ({ region }: Pick<InspectedShop, 'region'>) => (
  <aside className={styles.failure} aria-label="Devtools" {...region}>
    <p role="status">This takes longer than usual.</p>
  </aside>
);

export interface PanelProps {
  readonly shop: InspectedShop;
  readonly launcher: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

interface LoadedPanel {
  readonly remotePanel: RemoteComponent<DevtoolsPanelProps>;
  readonly inspection: Inspection;
}

async function createInspection(shop: InspectedShop): Promise<Inspection> {
  const { store, remotes, problems, logs, calls, mock, conditions, served } = shop;
  const remoteControls =
    shop.remoteControls ?? (await applyRemoteChanges(served)).connect(shop).remoteControls;
  const active = remotes.active;
  return {
    ...logs.records,
    callsAtom: calls.callsAtom,
    clearCalls: calls.clearCalls,
    store,
    active,
    problems,
    sharedBy,
    remoteControls,
    mock,
    conditions,
  };
}

/** Loads the panel and creates its inspection. The error is a sentence for the developer. */
async function loadPanel(
  remote: ActiveRemote | undefined,
  shop: InspectedShop,
): Promise<Result<LoadedPanel, string>> {
  if (!remote) return err('No remote of this shop fills the slot “devtools”.');
  try {
    const [remotePanel, inspection] = await Promise.all([
      shop.remotes.loader.load<DevtoolsPanelProps>(remote, { slot: 'devtools' }),
      createInspection(shop),
    ]);
    return ok({ remotePanel, inspection });
  } catch (error) {
    console.error(error);
    return err(`${error instanceof Error ? error.message : error}.`);
  }
}

/** When the panel closes with the focus in it, returns the focus to the previous element, or else to `launcher`. */
function useFocusReturn(launcher: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // The panel has been removed by now, so the focus is lost only if it was in the panel.
      if (!isFocusLost()) return;
      const hadFocus = before instanceof HTMLElement && before !== document.body;
      const target = hadFocus && before.isConnected ? before : launcher.current;
      target?.focus({ preventScroll: true });
    };
  }, [launcher]);
}

/** Devtools panel while it is open. Loads the module in the slot 'devtools' when mounted. */
export function Panel({ shop, launcher, onClose }: PanelProps) {
  const remote = useFiller('devtools');
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ attempt: number; result: Result<LoadedPanel, string> }>();
  const isSlow = useIsSlow(loaded === undefined);
  useFocusReturn(launcher);

  useEffect(() => {
    let isOutdated = false;
    void loadPanel(remote, shop).then((result) => !isOutdated && setLoaded({ attempt, result }));
    return () => {
      isOutdated = true;
    };
  }, [remote, shop, attempt]);

  if (!loaded) return isSlow && <PanelDelay region={shop.region} />;
  const { result } = loaded;
  const failureOf = (reason: string) => (
    <PanelFailure
      reason={reason}
      region={shop.region}
      onRetry={() => setAttempt(loaded.attempt + 1)}
      onClose={onClose}
    />
  );
  if (!result.ok) return failureOf(result.error);
  const { remotePanel, inspection } = result.value;
  return (
    <RemoteBoundary
      remote={remotePanel.remote}
      target={{ slot: 'devtools' }}
      loading={null}
      renderFailure={() => failureOf('It stopped with an error, which the console names.')}
      visit={loaded.attempt}
    >
      <remotePanel.Component inspection={inspection} onClose={onClose} />
    </RemoteBoundary>
  );
}
