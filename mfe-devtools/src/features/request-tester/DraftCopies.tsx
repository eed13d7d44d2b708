import { pathToAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import buttons from '../../Buttons.module.css';
import { CopyButton } from '../../CopyButton.tsx';
import { asCurl, asFetch } from '../../code.ts';
import { draftAtom } from '../../draft.ts';
import { draftQuery } from '../../draft-link.ts';
import styles from './Copies.module.css';
import { readEndpoint } from './target.ts';
import { toWire } from './wire.ts';

/** Servers refuse longer addresses. */
const MAX_LINK = 8_000;

/** The draft for other people: as a command, as code, as a link. */
export function DraftCopies() {
  const pathTo = useAtomValue(pathToAtom);
  const draft = useAtomValue(draftAtom);
  const target = readEndpoint(draft.endpoint, window.location.href);
  const request = target.ok ? toWire(draft, target.value.url) : undefined;
  const link = `${window.location.origin}${pathTo('request-tester')}${draftQuery(draft)}`;
  const isTooLong = link.length > MAX_LINK;
  return (
    <div className={styles.area}>
      <div className={`${buttons.row} ${styles.buttons}`}>
        <CopyButton text={request ? asCurl(request) : ''} disabled={!request}>
          Copy as cURL
        </CopyButton>
        <CopyButton text={request ? asFetch(request) : ''} disabled={!request}>
          Copy as fetch
        </CopyButton>
        <CopyButton text={link} disabled={isTooLong}>
          Copy link
        </CopyButton>
      </div>
      <p className={styles.hint}>
        {isTooLong
          ? 'The body is too long for a link.'
          : 'The link holds no authorization header. cURL and fetch do.'}
      </p>
    </div>
  );
}
