import type { Inspection } from '@patchwork/devtools-bridge';
import type { Result } from '@patchwork/domain';
import { passFocusOn } from '@patchwork/ui';
import { useEffect, useId, useState } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import { hashPrefix, readReproduction } from './link.ts';
import { Proposal } from './Proposal.tsx';
import styles from './ReproduceOffer.module.css';
import type { Reproduction } from './reproduction.ts';
import { removeHash, useHash } from './useHash.ts';

interface ReproduceOfferProps {
  readonly inspection: Inspection;
}

/** Shown above the panel's tabs while the address holds a reproduction link. */
export function ReproduceOffer({ inspection }: ReproduceOfferProps) {
  const hash = useHash();
  if (!hash.startsWith(hashPrefix)) return null;
  return <Offer key={hash} hash={hash} inspection={inspection} />;
}

interface OfferProps extends ReproduceOfferProps {
  readonly hash: string;
}

const passFocusToTab = passFocusOn((leaving) =>
  leaving.closest('dialog')?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'),
);

function Offer({ hash, inspection }: OfferProps) {
  const id = useId();
  const [read, setRead] = useState<Result<Reproduction, string>>();
  useEffect(() => {
    let isLeft = false;
    void readReproduction(hash).then((result) => {
      if (!isLeft) setRead(result);
    });
    return () => {
      isLeft = true;
    };
  }, [hash]);
  return (
    <section ref={passFocusToTab} aria-labelledby={id} className={styles.offer}>
      <h2 id={id} className={styles.heading}>
        This address is a reproduction link
      </h2>
      {!read && <p role="status">Reading it…</p>}
      {read?.ok === false && (
        <>
          <p role="alert" className={styles.refusal}>
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
