import type { Result } from '@patchwork/domain';
import type { ActiveRemote } from '@patchwork/host';
import { folderOf } from '@patchwork/host/browser';
import {
  type Breakage,
  breakages,
  type CheckedOverride,
  type Override,
  type RemoteControls,
  stopsModules,
} from '@patchwork/host/devtools';
import { createStoredValue } from '@patchwork/host/storage';
import { Button } from '@patchwork/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { SmallButton, TextList } from '../../controls.tsx';
import { useRegistry } from '../../registry.ts';
import look from '../../styles.module.css';
import styles from './RemotesTab.module.css';

interface ReloadButtonProps {
  readonly remoteId: string;
  readonly remoteControls: RemoteControls;
}

export function ReloadButton({ remoteId, remoteControls }: ReloadButtonProps) {
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

/** Says what takes effect if a remote has both a breakage and an override. */
const precedence = (breakage: Breakage, { address }: Override): string =>
  stopsModules(breakage)
    ? `The breakage wins over the override: nothing of ${address} is shown until it is repaired.`
    : `Both take effect: what breaks is the code of ${address}.`;

interface BreakFormProps {
  readonly remoteId: string;
  readonly breakage: Breakage | undefined;
  /** Override in force on this page. */
  readonly override: Override | undefined;
  readonly remoteControls: RemoteControls;
}

/** Form that breaks a remote in this tab, to see how the shop copes without it. */
export function BreakForm({ remoteId, breakage, override, remoteControls }: BreakFormProps) {
  const [chosen, setChosen] = useState<Breakage>(breakage ?? 'unreachable');
  if (breakage) {
    return (
      <div className={`${look.stack} ${styles.form}`}>
        <p className={look.wrap}>
          Broken on purpose. {breakageTexts[breakage].effect}{' '}
          {override && precedence(breakage, override)}
        </p>
        <SmallButton onClick={() => remoteControls.setBreakage(remoteId, null)}>Repair</SmallButton>
      </div>
    );
  }
  return (
    <div className={`${look.stack} ${styles.form}`}>
      <label className={`${look.stack} ${look.tight} ${styles.label}`}>
        <span>Break {remoteId} on purpose</span>
        <select
          className={look.field}
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
      <SmallButton variant="danger" onClick={() => remoteControls.setBreakage(remoteId, chosen)}>
        Break it
      </SmallButton>
    </div>
  );
}

const declaredPort = v.object({ developmentPort: v.number() });

/**
 * Returns the address of a remote's development server, from the remote.json beside the remote's entry; undefined until
 * that file has loaded, or if it names no port.
 */
function useDevelopmentAddress({ entry }: ActiveRemote): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const unmounted = new AbortController();
    fetch(`${folderOf(entry)}remote.json`, { signal: unmounted.signal })
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
  /** Override in force on this page. */
  readonly override: Override | undefined;
  readonly remoteControls: RemoteControls;
}

const storedAddresses = createStoredValue({
  name: 'override-addresses',
  version: 1,
  parse: v.parser(v.array(v.object({ remoteId: v.string(), address: v.string() }))),
  scope: 'shop',
});

const MAX_ADDRESSES = 20;

/** Returns the addresses that this browser has used for a remote, newest first, and functions to add and remove one. */
function useSavedAddresses(remoteId: string) {
  const [all, setAll] = useState(() => storedAddresses.read() ?? []);
  const put = (address: string, added: readonly Override[]) => {
    const others = (storedAddresses.read() ?? []).filter(
      (each) => each.remoteId !== remoteId || each.address !== address,
    );
    const next = [...added, ...others].slice(0, MAX_ADDRESSES);
    storedAddresses.write(next);
    setAll(next);
  };
  return {
    saved: all.filter((each) => each.remoteId === remoteId).map(({ address }) => address),
    save: (address: string) => put(address, [{ remoteId, address }]),
    forget: (address: string) => put(address, []),
  };
}

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Returns the released versions of a remote as options, the stable one first. */
function releasesOf(registry: ReturnType<typeof useRegistry>, remoteId: string) {
  if (!registry || registry instanceof Error) return [];
  return registry.remotes
    .filter(({ id }) => id === remoteId)
    .flatMap(({ stable, canary, previous }) => [
      { ...stable, mark: ', stable' },
      ...(canary ? [{ ...canary.release, mark: ', canary' }] : []),
      ...previous.map((version) => ({ ...version, mark: '' })),
    ])
    .map(({ version, entry, publishedAt, mark }) => ({
      address: folderOf(entry).replace(/\/$/, ''),
      text: `${version}${mark}${publishedAt && `, ${date.format(Date.parse(publishedAt))}`}`,
    }));
}

type Check = Result<CheckedOverride, readonly string[]>;

/** Form to load a remote from another address in this tab. The address is checked first. */
export function OverrideForm({ remote, override, remoteControls }: OverrideFormProps) {
  const suggestion = useDevelopmentAddress(remote);
  const [typed, setTyped] = useState(override?.address);
  const address = typed ?? suggestion ?? '';
  const [checked, setChecked] = useState<{ address: string; result: Check } | 'checking'>();
  const { saved, save, forget } = useSavedAddresses(remote.id);
  const registry = useRegistry();
  const releases = releasesOf(registry, remote.id);
  const known = [...saved, ...releases.map((release) => release.address)];
  const list = useRef<HTMLSelectElement>(null);

  const check = async (event: SubmitEvent) => {
    event.preventDefault();
    setChecked('checking');
    const result = await remoteControls.checkOverride({ remoteId: remote.id, address });
    setChecked({ address, result });
  };
  return (
    <form className={`${look.stack} ${styles.form}`} onSubmit={(event) => void check(event)}>
      {override && (
        <>
          <p className={look.wrap}>
            It comes from <code>{override.address}</code> in this tab.
          </p>
          <SmallButton onClick={() => remoteControls.removeOverride(remote.id)}>
            Use released
          </SmallButton>
        </>
      )}
      <label className={`${look.stack} ${look.tight} ${styles.label}`}>
        <span>Known addresses of {remote.id}</span>
        <select
          ref={list}
          className={look.field}
          value={known.includes(address) ? address : ''}
          onChange={({ target }) => setTyped(target.value)}
        >
          <option value="">None of these</option>
          <optgroup label="Released versions">
            {releases.map((release) => (
              <option key={release.address} value={release.address}>
                {release.text}
              </option>
            ))}
          </optgroup>
          <optgroup label="Used before">
            {saved.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </optgroup>
        </select>
      </label>
      {!registry && <p className={look.soft}>The released versions are loading…</p>}
      {registry instanceof Error && (
        <p className={look.bad}>The released versions can’t be listed: {registry.message}.</p>
      )}
      <label className={`${look.stack} ${look.tight} ${styles.label}`}>
        <span>Use {remote.id} from another address</span>
        <input
          type="url"
          className={look.field}
          required
          placeholder="http://localhost:…"
          spellCheck={false}
          autoComplete="off"
          value={address}
          // Keeps a suggestion that arrives later from replacing what is being typed.
          onFocus={() => setTyped(address)}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <div className={look.row}>
        <SmallButton type="submit" disabled={checked === 'checking'}>
          {checked === 'checking' ? 'Checking…' : 'Check'}
        </SmallButton>
        {saved.includes(address) && (
          <SmallButton
            onClick={() => {
              forget(address);
              // The focused button is about to be removed.
              list.current?.focus();
            }}
          >
            Forget this address
          </SmallButton>
        )}
      </div>
      <div role="status">
        {checked !== undefined && checked !== 'checking' && checked.address === address && (
          <CheckResult
            result={checked.result}
            onUse={(found) => {
              if (!releases.some((release) => release.address === found.address)) {
                save(found.address);
              }
              remoteControls.setOverride(found);
            }}
          />
        )}
      </div>
    </form>
  );
}

interface CheckResultProps {
  readonly result: Check;
  readonly onUse: (override: CheckedOverride) => void;
}

/** Result of checking an address, with a button to use it if it fits this page. */
function CheckResult({ result, onUse }: CheckResultProps) {
  const found = result.ok ? result.value : undefined;
  const texts = result.ok ? result.value.warnings : result.error;
  return (
    <>
      <p className={styles.label}>
        {found ? `Found ${found.remote.id} ${found.remote.version}.` : 'It can’t be used.'}
        {texts.length === 0 && ' It fits this page.'}
      </p>
      <TextList texts={texts} className={styles.sentences} data-tone={found ? undefined : 'bad'} />
      {found && (
        <Button size="small" onClick={() => onUse(found)}>
          Use it
        </Button>
      )}
    </>
  );
}
