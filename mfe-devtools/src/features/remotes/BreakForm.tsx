import { type Breakage, breakages, type RemoteControls } from '@patchwork/devtools-bridge';
import { useState } from 'react';
import field from '../../Field.module.css';
import { SmallButton } from '../../SmallButton.tsx';
import styles from './RemoteForm.module.css';

/** Each breakage's title, and what happens to the shop. */
export const breakageTexts: Readonly<Record<Breakage, { title: string; effect: string }>> = {
  unreachable: {
    title: 'Unreachable',
    effect: 'Its files can’t be fetched, as when its server is down.',
  },
  slow: {
    title: 'Slow',
    effect: 'Its modules arrive seconds late, as over a poor network.',
  },
  corrupt: {
    title: 'Corrupt manifest',
    effect: 'Its entry in the registry is damaged: the shop leaves it out, and names the field.',
  },
  throws: {
    title: 'Throws on render',
    effect: 'Its components throw as soon as React renders them.',
  },
  shared: {
    title: 'Wrong shared version',
    effect: 'It requires a version of a shared package that this page does not have.',
  },
};

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
          className={field.field}
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
