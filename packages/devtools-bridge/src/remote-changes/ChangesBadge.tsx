import { Button } from '@patchwork/ui';
import { useState } from 'react';
import type { RemoteControls } from '../remote-controls.ts';
import styles from './ChangesBadge.module.css';

interface Change {
  readonly remoteId: string;
  readonly text: string;
  /** The button that takes the change back. */
  readonly button: string;
  readonly undo: () => void;
}

/** Lists what differs from the release on this page, each with a button that takes it back. */
export function ChangesBadge({ remoteControls }: { readonly remoteControls: RemoteControls }) {
  const { overrides, breakages } = remoteControls;
  const [failedOverrides, setFailedOverrides] = useState(remoteControls.failedOverrides);

  function dismiss(remoteId: string): void {
    remoteControls.removeOverride(remoteId);
    setFailedOverrides(failedOverrides.filter(({ override }) => override.remoteId !== remoteId));
  }

  const changes: Change[] = [
    ...overrides.map(({ remoteId, address }) => ({
      remoteId,
      text: `from ${address}`,
      button: 'Use released',
      undo: () => remoteControls.removeOverride(remoteId),
    })),
    ...Object.entries(breakages).map(([remoteId, breakage]) => ({
      remoteId,
      text: `broken on purpose: ${breakage}`,
      button: 'Repair',
      undo: () => remoteControls.setBreakage(remoteId, null),
    })),
    ...failedOverrides.map(({ override: { remoteId, address }, reason }) => ({
      remoteId,
      text: `is the released one. ${address} could not be used: ${reason}`,
      button: 'Dismiss',
      undo: () => dismiss(remoteId),
    })),
  ];
  if (changes.length === 0) return null;
  return (
    <aside className={styles.badge} aria-label="Not as released" data-boundary="shell">
      <ul>
        {changes.map(({ remoteId, text, button, undo }) => {
          const name = `${button}: ${remoteId}`;
          return (
            <li key={name} className={styles.item}>
              <p>
                <strong>{remoteId}</strong> {text}
              </p>
              <Button variant="quiet" size="small" aria-label={name} onClick={undo}>
                {button}
              </Button>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
