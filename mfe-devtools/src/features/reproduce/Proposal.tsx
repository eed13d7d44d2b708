import type { Inspection } from '@patchwork/devtools-bridge';
import { Button } from '@patchwork/ui';
import { useState } from 'react';
import { Facts } from '../../Facts.tsx';
import { SmallButton } from '../../SmallButton.tsx';
import { TextList } from '../../TextList.tsx';
import { applyReproduction } from './apply.ts';
import styles from './ReproduceOffer.module.css';
import { type Reproduction, versionsOf } from './reproduction.ts';
import { compareVersions, summarize } from './summary.ts';

interface ProposalProps {
  readonly reproduction: Reproduction;
  readonly inspection: Inspection;
  readonly onIgnore: () => void;
}

/** What a valid link would change on this page, with the buttons to apply or ignore it. */
export function Proposal({ reproduction, inspection, onIgnore }: ProposalProps) {
  const [errors, setErrors] = useState<readonly string[]>([]);
  const notes = compareVersions(reproduction.shop, versionsOf(inspection.active));

  async function apply() {
    const outcome = await applyReproduction(reproduction, inspection);
    if (!outcome.ok) return setErrors(outcome.error);
    // Without the hash: the same address with it would not reload the page.
    window.location.replace(reproduction.path);
  }
  return (
    <>
      <Facts facts={summarize(reproduction)} />
      {notes.length > 0 && <TextList texts={notes} className={styles.notes} />}
      <MockNote reproduction={reproduction} inspection={inspection} />
      {errors.length > 0 && (
        <div role="alert" className={styles.refusal}>
          <p>The mock refused this, and nothing was changed:</p>
          <TextList texts={errors} />
        </div>
      )}
      <div className={styles.actions}>
        <Button size="small" onClick={() => void apply()}>
          Apply
        </Button>
        <SmallButton onClick={onIgnore}>Ignore</SmallButton>
      </div>
    </>
  );
}

function MockNote({ reproduction, inspection }: Omit<ProposalProps, 'onIgnore'>) {
  if (!reproduction.mock) return null;
  return (
    <p className={styles.hint}>
      {inspection.mock
        ? 'Applying it replaces the mock’s data and settings in this tab, and its users, carts and wishlists in this browser.'
        : 'This shop talks to a real API: what the link holds for the mock is ignored.'}
    </p>
  );
}
