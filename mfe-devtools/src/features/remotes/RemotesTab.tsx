import type { ActiveRemote } from '@patchwork/host';
import type { FallbackRecord, LoadRecord, Override } from '@patchwork/host/devtools';
import type { Inspection } from '@patchwork/kit/devtools';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Breakdown } from '../../breakdown.ts';
import { Chip, Disclosure, Facts } from '../../controls.tsx';
import { describeDuration } from '../../measure.ts';
import look from '../../styles.module.css';
import { useBreakdowns } from '../../use-breakdowns.ts';
import { LoadTimes, TimeTable } from './LoadTimes.tsx';
import { lastLoads, remoteState, SharedPackages } from './RemoteDetails.tsx';
import { BreakForm, breakageTexts, OverrideForm, ReloadButton } from './RemoteForms.tsx';
import styles from './RemotesTab.module.css';

const accessNames: Readonly<Record<ActiveRemote['routes'][number]['access'], string>> = {
  open: 'open',
  login: 'login required',
  visitor: 'logged out only',
};

type Declared = readonly [name: string, about: string];

/** Lists the slots that a remote offers, each with the page or fragment that contains it. */
const slotsOf = ({ routes, fragments }: ActiveRemote): Declared[] =>
  [
    ...routes.map(({ page, slots }) => [`page ${page}`, slots] as const),
    ...Object.entries(fragments).map(([name, { slots }]) => [`fragment ${name}`, slots] as const),
  ].flatMap(([place, slots = {}]) =>
    Object.entries(slots).map(([name, count]) => [name, `${count}, on the ${place}`] as const),
  );

function list(declared: readonly Declared[]) {
  if (declared.length === 0) return ['none'];
  return declared.map(([name, about]) => (
    <div key={name} className={styles.declared}>
      <code>{name}</code> <span className={look.soft}>{about}</span>
    </div>
  ));
}

/** List of a remote's team, version, entry, routes, slots and fragments in the registry. */
function Declaration({ remote }: { readonly remote: ActiveRemote }) {
  const { team, version, entry, routes, fragments } = remote;
  const shownRoutes = routes.map(
    ({ path, access, module }) => [path, `${accessNames[access]}, ${module}`] as const,
  );
  const shownFragments = Object.entries(fragments).map(
    ([name, { access = 'open', module }]) => [name, `${accessNames[access]}, ${module}`] as const,
  );
  return (
    <Facts
      facts={[
        ['Team', team],
        ['Version', version],
        ['Entry', entry],
        ['Routes', ...list(shownRoutes)],
        ['Slots', ...list(slotsOf(remote))],
        ['Fragments', ...list(shownFragments)],
      ]}
    />
  );
}

interface RemoteItemProps {
  readonly remote: ActiveRemote;
  readonly loads: readonly LoadRecord[];
  readonly breakdowns: readonly Breakdown[];
  /** Versions of this remote that failed on this page, the latest last. */
  readonly fallbacks: readonly FallbackRecord[];
  readonly override: Override | undefined;
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
    <h3 className={look.title}>{title}</h3>
    {children}
  </section>
);

/** Line with a remote's name and state, which opens to show its details. */
function RemoteItem(props: RemoteItemProps) {
  const { remote, loads, breakdowns, fallbacks, override, inspection } = props;
  const { remoteControls } = inspection;
  const state = remoteState(loads);
  const channel = remote.channel === 'stable' ? undefined : remote.channel;
  const breakage = remoteControls.breakages[remote.id];
  return (
    <Disclosure
      id={`remote ${remote.id}`}
      columns={styles.line}
      summary={
        <>
          <strong>{remote.id}</strong>
          <span className={styles.version}>{fallbacks.at(-1)?.fallback ?? remote.version}</span>
          <span className={`${look.soft} ${styles.team}`}>{remote.team}</span>
          <span className={`${look.row} ${styles.marks}`}>
            {channel && <Chip tone="calm">{channelNames[channel]}</Chip>}
            {fallbacks.length > 0 && <Chip tone="bad">Fell back</Chip>}
            {override && <Chip tone="busy">Overridden</Chip>}
            {breakage && <Chip tone="bad">Broken: {breakageTexts[breakage].title}</Chip>}
            {stateChips[state.kind]}
          </span>
        </>
      }
    >
      {state.kind === 'failed' && <p className={look.bad}>{state.reason}</p>}
      {fallbacks.map(({ version, fallback, cause, message }) => (
        <p key={version} className={look.bad}>
          {version} {fallbackCauses[cause]} ({message}). {fallback} replaced it.
        </p>
      ))}
      <div className={styles.columns}>
        <Part title="Declared">
          <Declaration remote={remote} />
        </Part>
        <Part title="Loaded">
          <LoadTimes remote={remote} loads={loads} breakdowns={breakdowns} />
        </Part>
        <Part title="Shared packages">
          <SharedPackages uses={inspection.sharedBy(remote.id)} />
        </Part>
        <section className={styles.controls} aria-label={`Controls of ${remote.id}`}>
          <ReloadButton remoteId={remote.id} remoteControls={remoteControls} />
          <OverrideForm remote={remote} override={override} remoteControls={remoteControls} />
          <BreakForm
            remoteId={remote.id}
            breakage={breakage}
            override={override}
            remoteControls={remoteControls}
          />
        </section>
      </div>
    </Disclosure>
  );
}

/** Line with the shell's time, which opens to show where it went. */
function ShellItem({ breakdown }: { readonly breakdown: Breakdown | undefined }) {
  return (
    <Disclosure
      id="shell"
      columns={styles.line}
      summary={
        <>
          <strong>shell</strong>
          <span className={styles.version}>{breakdown && describeDuration(breakdown.total)}</span>
          <span className={`${look.soft} ${styles.team}`}>until the first remote is asked for</span>
          <span />
        </>
      }
    >
      {breakdown ? <TimeTable breakdown={breakdown} /> : <p>Known when a remote is loading.</p>}
    </Disclosure>
  );
}

/** Tab with the page's remotes, their loads, and controls to override or break each. */
export function RemotesTab({ inspection }: { readonly inspection: Inspection }) {
  const { active, store, remoteControls } = inspection;
  const loads = useAtomValue(inspection.loadsAtom, { store });
  const fallbacks = useAtomValue(inspection.fallbacksAtom, { store });
  const breakdowns = useBreakdowns(inspection);
  const overrideOf = (id: string) =>
    remoteControls.overrides.find(({ remoteId }) => remoteId === id);
  // A corrupt remote is missing in the registry, but its repair button must still be shown.
  const absent = Object.entries(remoteControls.breakages).filter(
    ([id]) => !active.remotes.some((remote) => remote.id === id),
  );
  return (
    <div className={look.stack}>
      {remoteControls.failedOverrides.map(({ override, reason }) => (
        <p key={override.remoteId} className={styles.problems}>
          The override of {override.remoteId} with {override.address} failed, and the released
          version is used instead: {reason}
        </p>
      ))}
      {absent.map(([id, breakage]) => (
        <section key={id} className={styles.problems} aria-label={`Controls of ${id}`}>
          <h3 className={look.title}>{id} is not on this page</h3>
          <BreakForm
            remoteId={id}
            breakage={breakage}
            override={overrideOf(id)}
            remoteControls={remoteControls}
          />
        </section>
      ))}
      <ul className={look.lines}>
        <li>
          <ShellItem breakdown={breakdowns.find(({ owner }) => owner === 'shell')} />
        </li>
        {active.remotes.map((remote) => (
          <li key={remote.id}>
            <RemoteItem
              remote={remote}
              loads={lastLoads(loads, remote.id)}
              breakdowns={breakdowns.filter(({ owner }) => owner === remote.id)}
              fallbacks={fallbacks.filter((version) => version.remote === remote.id)}
              override={overrideOf(remote.id)}
              inspection={inspection}
            />
          </li>
        ))}
      </ul>
      {active.remotes.length === 0 && <p>The registry holds no remote.</p>}
    </div>
  );
}
