import type { FallbackRecord, Inspection, LoadRecord } from '@patchwork/devtools-bridge';
import type { ActiveRemote } from '@patchwork/federation';
import { type ReactNode, useState } from 'react';
import { Chip } from '../../Chip.tsx';
import disclosure from '../../Disclosure.module.css';
import words from '../../Words.module.css';
import { BreakForm, breakageTexts } from './BreakForm.tsx';
import { Declaration } from './Declaration.tsx';
import { LoadTimes } from './LoadTimes.tsx';
import { OverrideForm } from './OverrideForm.tsx';
import { ReloadButton } from './ReloadButton.tsx';
import styles from './RemoteItem.module.css';
import { remoteState } from './remote-state.ts';
import { SharedPackages } from './SharedPackages.tsx';

interface RemoteItemProps {
  readonly remote: ActiveRemote;
  readonly loads: readonly LoadRecord[];
  /** Its versions that failed on this page, the latest last. */
  readonly fallbacks: readonly FallbackRecord[];
  readonly inspection: Inspection;
}

const stateChips = {
  idle: <Chip tone="calm">Idle</Chip>,
  loading: <Chip tone="busy">Loading</Chip>,
  ready: <Chip tone="good">Ready</Chip>,
  failed: <Chip tone="bad">Failed</Chip>,
};
const channelNames = { canary: 'Canary', previous: 'Previous', preview: 'Preview' } as const;
const fallbackCauses = {
  load: 'could not be loaded',
  crash: 'crashed twice',
  hang: 'hung',
} as const;

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </section>
);

/** One remote: its name and state in a line, the details behind it. */
export function RemoteItem({ remote, loads, fallbacks, inspection }: RemoteItemProps) {
  const { remoteControls } = inspection;
  const [isOpen, setOpen] = useState(false);
  const state = remoteState(loads);
  const channel = remote.channel === 'stable' ? undefined : remote.channel;
  const breakage = remoteControls.breakages[remote.id];
  const override = remoteControls.overrides.find(({ remoteId }) => remoteId === remote.id);
  return (
    <details className={disclosure.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={`${disclosure.summary} ${styles.summary}`}>
        <span className={styles.id}>{remote.id}</span>
        <span className={styles.version}>{fallbacks.at(-1)?.fallback ?? remote.version}</span>
        <span className={styles.team}>{remote.team}</span>
        <span className={styles.marks}>
          {channel && <Chip tone="calm">{channelNames[channel]}</Chip>}
          {fallbacks.length > 0 && <Chip tone="bad">Fell back</Chip>}
          {override && <Chip tone="busy">Overridden</Chip>}
          {breakage && <Chip tone="bad">Broken: {breakageTexts[breakage].title}</Chip>}
          {stateChips[state.kind]}
        </span>
      </summary>
      {isOpen && (
        <div className={styles.body}>
          {state.kind === 'failed' && <p className={words.bad}>{state.reason}</p>}
          {fallbacks.map(({ version, fallback, cause, message }) => (
            <p key={version} className={words.bad}>
              {version} {fallbackCauses[cause]} ({message}). {fallback} replaced it.
            </p>
          ))}
          <div className={styles.columns}>
            <Part title="Declared">
              <Declaration remote={remote} />
            </Part>
            <Part title="Loaded">
              <LoadTimes remote={remote} loads={loads} />
            </Part>
            <Part title="Shared packages">
              <SharedPackages uses={inspection.sharedBy(remote.id)} />
            </Part>
            <section className={styles.actions} aria-label={`Controls of ${remote.id}`}>
              <ReloadButton remoteId={remote.id} remoteControls={remoteControls} />
              <OverrideForm remote={remote} override={override} remoteControls={remoteControls} />
              <BreakForm remoteId={remote.id} breakage={breakage} remoteControls={remoteControls} />
            </section>
          </div>
        </div>
      )}
    </details>
  );
}
