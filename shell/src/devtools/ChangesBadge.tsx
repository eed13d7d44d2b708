import type { ChangesBadgeProps } from '@patchwork/host/boot';
import type { RemoteControls } from '@patchwork/host/devtools';
import { endPreview, type OpenedPreviews } from '@patchwork/host/devtools/open-previews';
import { Button } from '@patchwork/ui';
import { useState } from 'react';
import styles from './ChangesBadge.module.css';

interface Change {
  /** Remote's id, or 'Preview' and the preview's name. */
  readonly name: string;
  readonly text: string;
  readonly button: string;
  readonly undo: () => void;
}

function changesOf(remoteControls: RemoteControls): Change[] {
  const { overrides, breakages, settings, failedOverrides } = remoteControls;
  const { removeOverride, setBreakage, setSetting } = remoteControls;
  return [
    ...overrides.map(({ remoteId, address }) => ({
      name: remoteId,
      text: `from ${address}`,
      button: 'Use released',
      undo: () => removeOverride(remoteId),
    })),
    ...Object.entries(breakages).map(([remoteId, breakage]) => ({
      name: remoteId,
      text: `broken on purpose: ${breakage}`,
      button: 'Repair',
      undo: () => setBreakage(remoteId, null),
    })),
    ...Object.entries(settings).flatMap(([remoteId, values]) =>
      Object.entries(values).map(([name, value]) => ({
        name: remoteId,
        text: `${name} is ${value}`,
        button: `Use the shop’s ${name}`,
        undo: () => setSetting(remoteId, name, undefined),
      })),
    ),
    ...failedOverrides.map(({ override: { remoteId, address }, reason }) => ({
      name: remoteId,
      text: `is the released one. ${address} could not be used: ${reason}`,
      button: 'Dismiss',
      undo: () => removeOverride(remoteId),
    })),
  ];
}

const changesOfPreviews = ({ previews, failed }: OpenedPreviews): Change[] => [
  ...previews.map(({ name, remotes }) => ({
    name: `Preview ${name}`,
    text: remotes.map(({ id, version }) => `${id} ${version}`).join(', '),
    button: 'End preview',
    undo() {
      endPreview(name);
      location.reload();
    },
  })),
  ...failed.map(({ name, reason }) => ({
    name: `Preview ${name}`,
    text: `${reason}. This is the shop without it.`,
    button: 'Dismiss',
    undo: () => endPreview(name),
  })),
];

/** List of this tab's previews, overrides, breakages and settings, each with a button to undo it or, if it failed, dismiss it. */
export function ChangesBadge({ remoteControls, previews }: ChangesBadgeProps) {
  const [changes, setChanges] = useState(() => [
    ...changesOfPreviews(previews),
    ...changesOf(remoteControls),
  ]);

  function takeBack(change: Change): void {
    change.undo();
    // All other buttons reload the page, which removes the entry.
    if (change.button === 'Dismiss') setChanges(changes.filter((each) => each !== change));
  }

  if (changes.length === 0) return null;
  return (
    <aside className={styles.badge} aria-label="Not as released" data-boundary="shell">
      <ul>
        {changes.map((change) => {
          const label = `${change.button}: ${change.name}`;
          return (
            <li key={label} className={styles.item}>
              <p>
                <strong>{change.name}</strong> {change.text}
              </p>
              <Button
                variant="quiet"
                size="small"
                aria-label={label}
                onClick={() => takeBack(change)}
              >
                {change.button}
              </Button>
            </li>
          );
        })}
      </ul>
    </aside>
  );
}
