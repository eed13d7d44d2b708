import { type Breakage, breakages, type RemoteControls } from '@patchwork/devtools-bridge';
import { useState } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import { breakageTexts } from './breakages.ts';
import styles from './RemoteForm.module.css';

interface BreakFormProps {
  readonly remoteId: string;
  readonly breakage: Breakage | undefined;
  readonly remoteControls: RemoteControls;
}

/** Breaks a remote on purpose in this tab, to see what the shop does without it. */
export function BreakForm({ remoteId, breakage, remoteControls }: BreakFormProps) {
  const [chosen, setChosen] = useState<Breakage>(breakage ?? 'unreachable');
  if (breakage) {
    return (
      <p>
        Broken on purpose. {breakageTexts[breakage].effect}{' '}
        <SmallButton onClick={() => remoteControls.setBreakage(remoteId, null)}>Repair</SmallButton>
      </p>
    );
  }
  return (
    <div className={styles.form}>
      <label className={styles.field}>
        <span>Break {remoteId} on purpose</span>
        <select
          value={chosen}
          onChange={({ target }) =>
            setChosen(breakages.find((name) => name === target.value) ?? chosen)
          }
        >
          {breakages.map((name) => (
            <option key={name} value={name}>
              {breakageTexts[name].title}
            </option>
          ))}
        </select>
      </label>
      <p>{breakageTexts[chosen].effect}</p>
      <div>
        <SmallButton variant="danger" onClick={() => remoteControls.setBreakage(remoteId, chosen)}>
          Break it
        </SmallButton>
      </div>
    </div>
  );
}
