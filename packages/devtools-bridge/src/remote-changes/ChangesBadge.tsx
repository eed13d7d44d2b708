import { Button } from '@patchwork/ui';
import { useState } from 'react';
import type { RemoteControls } from '../remote-controls.ts';
import styles from './ChangesBadge.module.css';

interface ItemProps {
  readonly remoteId: string;
  readonly children: string;
  readonly action: string;
  readonly onAction: () => void;
}

function Item({ remoteId, children, action, onAction }: ItemProps) {
  return (
    <li className={styles.item}>
      <p>
        <strong>{remoteId}</strong> {children}
      </p>
      <Button variant="quiet" size="small" aria-label={`${action}: ${remoteId}`} onClick={onAction}>
        {action}
      </Button>
    </li>
  );
}

/** Lists what differs from the release on this page, each with a button that takes it back. */
export function ChangesBadge({ remoteControls }: { readonly remoteControls: RemoteControls }) {
  const { overrides, breakages } = remoteControls;
  const [failedOverrides, setFailedOverrides] = useState(remoteControls.failedOverrides);
  const broken = Object.entries(breakages);
  if (overrides.length + broken.length + failedOverrides.length === 0) return null;

  function dismiss(remoteId: string): void {
    remoteControls.removeOverride(remoteId);
    setFailedOverrides(failedOverrides.filter(({ override }) => override.remoteId !== remoteId));
  }

  return (
    <aside className={styles.badge} aria-label="Not as released" data-boundary="shell">
      <ul>
        {overrides.map(({ remoteId, address }) => (
          <Item
            key={`override ${remoteId}`}
            remoteId={remoteId}
            action="Use released"
            onAction={() => remoteControls.removeOverride(remoteId)}
          >
            {`from ${address}`}
          </Item>
        ))}
        {broken.map(([remoteId, breakage]) => (
          <Item
            key={`breakage ${remoteId}`}
            remoteId={remoteId}
            action="Repair"
            onAction={() => remoteControls.setBreakage(remoteId, null)}
          >
            {`broken on purpose: ${breakage}`}
          </Item>
        ))}
        {failedOverrides.map(({ override: { remoteId, address }, reason }) => (
          <Item
            key={`failure ${remoteId}`}
            remoteId={remoteId}
            action="Dismiss"
            onAction={() => dismiss(remoteId)}
          >
            {`is the released one. ${address} could not be used: ${reason}`}
          </Item>
        ))}
      </ul>
    </aside>
  );
}
