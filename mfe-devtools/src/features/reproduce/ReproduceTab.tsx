import type { Inspection } from '@patchwork/kit/devtools';
import { Section } from '@patchwork/ui';
import { useEffect, useId, useState } from 'react';
import { Choice, CopyButton, Facts } from '../../controls.tsx';
import { formatCount } from '../../measure.ts';
import { useAccess } from '../../mock.ts';
import look from '../../styles.module.css';
import { packReproduction } from './link.ts';
import styles from './ReproduceTab.module.css';
import { type Reproduction, summarize, useReproduction } from './reproduction.ts';

/** Maximum length of an address that chat and mail programs reliably turn into a link. */
const COMFORTABLE_LENGTH = 8000;

/** Returns the link to a state; '' until the first state is packed. */
function useLink(reproduction: Reproduction): string {
  const [link, setLink] = useState('');
  useEffect(() => {
    let isOutdated = false;
    void packReproduction(reproduction).then((hash) => {
      if (!isOutdated) setLink(window.location.origin + reproduction.path + hash);
    });
    return () => {
      isOutdated = true;
    };
  }, [reproduction]);
  return link;
}

/** Tab with a link that opens the shop in this page's state. */
export function ReproduceTab({ inspection }: { readonly inspection: Inspection }) {
  const id = useId();
  const [withMock, setWithMock] = useState(true);
  const [withDraft, setWithDraft] = useState(false);
  const access = useAccess({ mock: inspection.mock });
  const control = access.kind === 'mock' ? access.control : undefined;
  const reproduction = useReproduction(inspection, withMock ? control : undefined, withDraft);
  const link = useLink(reproduction);
  return (
    <div className={styles.tab}>
      <Section title="What the link packs" level={3} className={look.stack}>
        <div>
          <Choice
            isOn={withMock && control !== undefined}
            disabled={!control}
            onChange={setWithMock}
          >
            Mock data and settings
          </Choice>
          <Choice isOn={withDraft} onChange={setWithDraft}>
            The tester’s draft
          </Choice>
        </div>
        {access.kind === 'none' && (
          <p className={look.hint}>This shop talks to a real API: there is no mock to pack.</p>
        )}
        <Facts facts={summarize(reproduction)} />
      </Section>
      <Section title="Reproduction link" level={3} className={look.stack}>
        <textarea
          readOnly
          aria-label="Reproduction link"
          aria-describedby={id}
          className={`${look.field} ${styles.link}`}
          rows={4}
          value={link}
          onFocus={({ target }) => target.select()}
        />
        <div className={`${look.row} ${look.apart}`}>
          <CopyButton text={link}>Copy the link</CopyButton>
          <span id={id} className={look.time}>
            {formatCount(link.length)} characters
          </span>
        </div>
        {link.length > COMFORTABLE_LENGTH && (
          <p role="status" className={look.warning}>
            Many chat and mail programs cut a link this long. Fewer changes make it shorter: play
            the scenario again, then change only what the fault needs.
          </p>
        )}
        <p className={look.hint}>
          Anyone who opens it is asked before anything changes. It holds no password that a user
          chose, and nothing that is named as a secret (token, key, signature …); a secret under
          another name it can’t know. Of the mock’s users it holds names, emails, addresses, carts,
          wishlists and orders.
        </p>
      </Section>
    </div>
  );
}
