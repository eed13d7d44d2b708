import type { Steering } from '@patchwork/devtools-bridge';
import { Button } from '@patchwork/ui';
import { useState } from 'react';
import styles from './SteeringBadge.module.css';

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

/** Says what is not as released on this page, for as long as it is so, with a way back for each. */
export function SteeringBadge({ steering }: { readonly steering: Steering }) {
  const { overrides, breakages } = steering;
  const [failures, setFailures] = useState(steering.failures);
  const broken = Object.entries(breakages);
  if (overrides.length + broken.length + failures.length === 0) return null;

  function dismiss(remoteId: string): void {
    steering.undo(remoteId);
    setFailures(failures.filter(({ override }) => override.remoteId !== remoteId));
  }

  return (
    <aside className={styles.badge} aria-label="Not as released" data-boundary="shell">
      <ul>
        {overrides.map(({ remoteId, address }) => (
          <Item
            key={`override ${remoteId}`}
            remoteId={remoteId}
            action="Use released"
            onAction={() => steering.undo(remoteId)}
          >
            {`from ${address}`}
          </Item>
        ))}
        {broken.map(([remoteId, breakage]) => (
          <Item
            key={`breakage ${remoteId}`}
            remoteId={remoteId}
            action="Mend"
            onAction={() => steering.breakOn(remoteId, null)}
          >
            {`broken on purpose: ${breakage}`}
          </Item>
        ))}
        {failures.map(({ override: { remoteId, address }, reason }) => (
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
