import { err, ok, type Result } from '@patchwork/domain';
import type { Inspection } from '@patchwork/kit/devtools';
import { Button, passFocusOn } from '@patchwork/ui';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Facts, SmallButton, TextList } from '../../controls.tsx';
import { draftAtom, withoutSecrets } from '../../draft.ts';
import look from '../../styles.module.css';
import { hashPrefix, readReproduction } from './link.ts';
import styles from './ReproduceTab.module.css';
import { compareVersions, type Reproduction, summarize, versionsOf } from './reproduction.ts';

/** Applies a link's state, or nothing if the mock refuses its part of the state. The page must then be reloaded. */
async function applyReproduction(
  { mock, draft, settings = {} }: Reproduction,
  inspection: Inspection,
): Promise<Result<void, readonly string[]>> {
  if (mock && inspection.mock) {
    const control = inspection.mock().then((started) => started.openControl());
    const opened = await control.then(ok, (cause) => err([String(cause)]));
    const outcome = opened.ok ? opened.value.importSnapshot(mock) : opened;
    if (!outcome.ok) return outcome;
  }
  if (draft) inspection.store.set(draftAtom, withoutSecrets(draft));
  inspection.remoteControls.setSettings(settings);
  return ok(undefined);
}

interface ProposalProps {
  readonly reproduction: Reproduction;
  readonly inspection: Inspection;
  readonly onIgnore: () => void;
}

/** Summary of what a valid link would change on this page, with buttons to apply or ignore it. */
function Proposal({ reproduction, inspection, onIgnore }: ProposalProps) {
  const [errors, setErrors] = useState<readonly string[]>([]);
  const notes = compareVersions(reproduction.shop, versionsOf(inspection.active));

  async function apply() {
    const outcome = await applyReproduction(reproduction, inspection);
    if (!outcome.ok) return setErrors(outcome.error);
    // Without the hash, because an address that differs only in its hash would not reload the page.
    window.location.replace(reproduction.path);
  }
  return (
    <>
      <Facts facts={summarize(reproduction)} />
      {notes.length > 0 && <TextList texts={notes} className={look.warning} />}
      {reproduction.mock && (
        <p className={look.hint}>
          {inspection.mock
            ? 'Applying it replaces the mock’s data and settings in this tab, and its users, carts and wishlists in this browser.'
            : 'This shop talks to a real API: what the link holds for the mock is ignored.'}
        </p>
      )}
      {errors.length > 0 && (
        <div role="alert" className={look.bad}>
          <p>The mock refused this, and nothing was changed:</p>
          <TextList texts={errors} />
        </div>
      )}
      <div className={`${look.row} ${styles.actions}`}>
        <Button size="small" onClick={() => void apply()}>
          Apply
        </Button>
        <SmallButton onClick={onIgnore}>Ignore</SmallButton>
      </div>
    </>
  );
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** Removes the hash from the address without adding a history entry. */
function removeHash(): void {
  const { pathname, search } = window.location;
  // Keeps the history state, which belongs to the router.
  window.history.replaceState(window.history.state, '', pathname + search);
  // The browser sends no event when a script removes the hash.
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Offer to apply a reproduction link, above the panel's tabs while the address contains one. */
export function ReproduceOffer({ inspection }: { readonly inspection: Inspection }) {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  if (!hash.startsWith(hashPrefix)) return null;
  return <Offer key={hash} hash={hash} inspection={inspection} />;
}

interface OfferProps {
  readonly hash: string;
  readonly inspection: Inspection;
}

const passFocusToTab = passFocusOn((leaving) =>
  leaving.closest('dialog')?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'),
);

function Offer({ hash, inspection }: OfferProps) {
  const id = useId();
  const [read, setRead] = useState<Result<Reproduction, string>>();
  // This component is keyed by the hash, which therefore never changes.
  useEffect(() => void readReproduction(hash).then(setRead), [hash]);
  return (
    <section ref={passFocusToTab} aria-labelledby={id} className={`${look.stack} ${styles.offer}`}>
      <h2 id={id} className={look.title}>
        This address is a reproduction link
      </h2>
      {!read && <p role="status">Reading it…</p>}
      {read?.ok === false && (
        <>
          <p role="alert" className={look.bad}>
            {read.error} Nothing was changed.
          </p>
          <div>
            <SmallButton onClick={removeHash}>Dismiss</SmallButton>
          </div>
        </>
      )}
      {read?.ok && (
        <Proposal reproduction={read.value} inspection={inspection} onIgnore={removeHash} />
      )}
    </section>
  );
}
