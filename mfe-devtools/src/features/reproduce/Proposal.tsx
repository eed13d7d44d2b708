import type { Inspection } from '@patchwork/devtools-bridge';
import { err, ok, type Result } from '@patchwork/domain';
import { Button } from '@patchwork/ui';
import { useState } from 'react';
import buttons from '../../Buttons.module.css';
import { draftAtom, withoutAuthorization } from '../../draft.ts';
import { Facts } from '../../Facts.tsx';
import { SmallButton } from '../../SmallButton.tsx';
import { TextList } from '../../TextList.tsx';
import words from '../../Words.module.css';
import styles from './ReproduceOffer.module.css';
import { type Reproduction, versionsOf } from './reproduction.ts';
import { compareVersions, summarize } from './summary.ts';

/** Applies a link's state, all of it or nothing. The page has to be reloaded after it. */
async function applyReproduction(
  { mock, draft }: Reproduction,
  inspection: Inspection,
): Promise<Result<void, readonly string[]>> {
  if (mock && inspection.mock) {
    const started = await inspection.mock().then(ok, (cause) => err([String(cause)]));
    const outcome = started.ok ? started.value.control.importSnapshot(mock) : started;
    if (!outcome.ok) return outcome;
  }
  if (draft) inspection.store.set(draftAtom, withoutAuthorization(draft));
  return ok(undefined);
}

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
      {notes.length > 0 && <TextList texts={notes} className={words.warning} />}
      {reproduction.mock && (
        <p className={styles.hint}>
          {inspection.mock
            ? 'Applying it replaces the mock’s data and settings in this tab, and its users, carts and wishlists in this browser.'
            : 'This shop talks to a real API: what the link holds for the mock is ignored.'}
        </p>
      )}
      {errors.length > 0 && (
        <div role="alert" className={words.bad}>
          <p>The mock refused this, and nothing was changed:</p>
          <TextList texts={errors} />
        </div>
      )}
      <div className={`${buttons.row} ${styles.actions}`}>
        <Button size="small" onClick={() => void apply()}>
          Apply
        </Button>
        <SmallButton onClick={onIgnore}>Ignore</SmallButton>
      </div>
    </>
  );
}
