import type { Inspection } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import { passFocusOn } from '@patchwork/ui';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import words from '../../Words.module.css';
import { hashPrefix, readReproduction } from './link.ts';
import { Proposal } from './Proposal.tsx';
import styles from './ReproduceOffer.module.css';
import type { Reproduction } from './reproduction.ts';

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** Removes the hash from the address, without a new entry in the history. */
function removeHash(): void {
  const { pathname, search } = window.location;
  // The router stores its own data in the entry's state.
  window.history.replaceState(window.history.state, '', pathname + search);
  // The browser sends no event for a hash that a script removes.
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Shown above the panel's tabs while the address holds a reproduction link. */
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
  // The hash never changes: it is the key.
  useEffect(() => void readReproduction(hash).then(setRead), [hash]);
  return (
    <section ref={passFocusToTab} aria-labelledby={id} className={styles.offer}>
      <h2 id={id} className={styles.heading}>
        This address is a reproduction link
      </h2>
      {!read && <p role="status">Reading it…</p>}
      {read?.ok === false && (
        <>
          <p role="alert" className={words.bad}>
            {read.error} Nothing was changed.
          </p>
          <SmallButton onClick={removeHash}>Dismiss</SmallButton>
        </>
      )}
      {read?.ok && (
        <Proposal reproduction={read.value} inspection={inspection} onIgnore={removeHash} />
      )}
    </section>
  );
}
