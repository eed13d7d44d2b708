import {
  type Breakage,
  breakages,
  type CheckedOverride,
  type FallbackRecord,
  type Inspection,
  type LoadRecord,
  type Override,
  type RemoteControls,
} from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import type { ActiveRemote } from '@patchwork/federation';
import { Button } from '@patchwork/ui';
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import * as v from 'valibot';
import { Chip, Facts, SmallButton, TextList } from '../../controls.tsx';
import disclosure from '../../Disclosure.module.css';
import field from '../../Field.module.css';
import words from '../../Words.module.css';
import { LoadTimes, SharedPackages } from './RemoteDetails.tsx';
import styles from './RemoteItem.module.css';
import { folderOf, remoteState } from './remote-state.ts';

interface ReloadButtonProps {
  readonly remoteId: string;
  readonly remoteControls: RemoteControls;
}

/** Fetches a remote's files again. */
function ReloadButton({ remoteId, remoteControls }: ReloadButtonProps) {
  const [status, setStatus] = useState('');
  const reload = async () => {
    setStatus('Reloading…');
    await remoteControls.reload(remoteId).then(
      () => setStatus('Reloaded.'),
      (cause) => setStatus(`It could not be reloaded: ${cause}`),
    );
  };
  return (
    <div>
      <SmallButton onClick={() => void reload()}>Reload {remoteId}</SmallButton>{' '}
      <span role="status">{status}</span>
    </div>
  );
}

const accessNames: Readonly<Record<ActiveRemote['routes'][number]['access'], string>> = {
  open: 'open',
  login: 'login required',
  visitor: 'logged out only',
};

type Declared = readonly [name: string, about: string];

/** The slots that others fill, each with the page or fragment that it is on. */
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
    <div key={name} className={styles.route}>
      <code>{name}</code> <span className={words.soft}>{about}</span>
    </div>
  ));
}

/** Lists what the registry states about a remote. */
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

/** Each breakage's title, and what happens to the shop. */
const breakageTexts: Readonly<Record<Breakage, { title: string; effect: string }>> = {
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

const declaredPort = v.object({ developmentPort: v.number() });

/**
 * The address of a remote's development server, by the remote.json beside its entry. Undefined while
 * that loads, and where there is none.
 */
function useDevelopmentAddress({ entry }: ActiveRemote): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const unmounted = new AbortController();
    fetch(`${folderOf(entry, location.href)}remote.json`, { signal: unmounted.signal })
      .then((response) => response.json())
      .then((declaration) => {
        const { developmentPort } = v.parse(declaredPort, declaration);
        setAddress(`http://localhost:${developmentPort}`);
      })
      // Without the file there is no suggestion.
      .catch(() => undefined);
    return () => unmounted.abort();
  }, [entry]);
  return address;
}

interface OverrideFormProps {
  readonly remote: ActiveRemote;
  /** In force on this page. */
  readonly override: Override | undefined;
  readonly remoteControls: RemoteControls;
}

type Check = Result<CheckedOverride, readonly string[]>;

/** Lets this tab load a remote from another address, which is checked first. */
function OverrideForm({ remote, override, remoteControls }: OverrideFormProps) {
  const suggestion = useDevelopmentAddress(remote);
  const [typed, setTyped] = useState(override?.address);
  const address = typed ?? suggestion ?? '';
  const [checked, setChecked] = useState<{ address: string; result: Check } | 'checking'>();

  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    setChecked('checking');
    const result = await remoteControls.checkOverride({ remoteId: remote.id, address });
    setChecked({ address, result });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void check(event)}>
      {override && (
        <p>
          It comes from <code>{override.address}</code> in this tab.{' '}
          <SmallButton onClick={() => remoteControls.removeOverride(remote.id)}>
            Use released
          </SmallButton>
        </p>
      )}
      <label className={styles.field}>
        <span>Use {remote.id} from another address</span>
        <input
          type="url"
          className={field.field}
          required
          placeholder="http://localhost:…"
          spellCheck={false}
          autoComplete="off"
          value={address}
          // A suggestion that arrives from now on would change what is being typed.
          onFocus={() => setTyped(address)}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <div>
        <SmallButton type="submit" disabled={checked === 'checking'}>
          {checked === 'checking' ? 'Checking…' : 'Check'}
        </SmallButton>
      </div>
      <div role="status">
        {checked !== undefined && checked !== 'checking' && checked.address === address && (
          <CheckResult result={checked.result} onUse={remoteControls.setOverride} />
        )}
      </div>
    </form>
  );
}

interface CheckResultProps {
  readonly result: Check;
  readonly onUse: (override: CheckedOverride) => void;
}

/** Describes what an address serves, with a button to use it if it fits this page. */
function CheckResult({ result, onUse }: CheckResultProps) {
  if (!result.ok) {
    return (
      <>
        <p className={styles.verdict}>It can’t be used.</p>
        <TextList texts={result.error} className={styles.sentences} data-tone="bad" />
      </>
    );
  }
  const { remote, warnings } = result.value;
  return (
    <>
      <p className={styles.verdict}>
        Found {remote.id} {remote.version}. {warnings.length === 0 && 'It fits this page.'}
      </p>
      <TextList texts={warnings} className={styles.sentences} />
      <Button size="small" onClick={() => onUse(result.value)}>
        Use it
      </Button>
    </>
  );
}

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

/** Shows a remote's name and state in a line that opens to its details. */
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
