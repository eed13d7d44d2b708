import { type Sentinel, sentinels } from '@patchwork/mock-server';
import { useId } from 'react';
import { CopyButton } from '../../CopyButton.tsx';
import styles from './Sentinels.module.css';

const wheres: Readonly<Record<Sentinel['where'], string>> = {
  email: 'As the email of a login or signup',
  id: 'As an id in a path',
  query: 'In the page’s address, when it loads',
};

const ownPath = () => window.location.pathname;

/** A page that shows the sentinel at work; there is none for an email. */
const placeToTry = ({ input, where }: Sentinel): string | undefined => {
  if (where === 'id') return `/productlist/${input}`;
  if (where === 'query') return `${ownPath()}?mock=${input.replace('<call>', 'listProducts')}`;
  return undefined;
};

/** Inputs that make the mock fail, without any switch: for tests, and for a look by hand. */
export function Sentinels() {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.sentinels}>
      <h3 id={id} className={styles.heading}>
        Inputs that fail on purpose
      </h3>
      <p className={styles.hint}>
        They work in every shop with this mock, with the panel closed, and in tests.
      </p>
      <div className={styles.groups}>
        {(Object.keys(wheres) as Sentinel['where'][]).map((where) => (
          <SentinelGroup key={where} where={where} />
        ))}
      </div>
    </section>
  );
}

interface SentinelGroupProps {
  readonly where: Sentinel['where'];
}

function SentinelGroup({ where }: SentinelGroupProps) {
  return (
    <div className={styles.group}>
      <h4 className={styles.where}>{wheres[where]}</h4>
      <ul>
        {sentinels
          .filter((sentinel) => sentinel.where === where)
          .map((sentinel) => (
            <SentinelEntry key={sentinel.input} sentinel={sentinel} />
          ))}
      </ul>
    </div>
  );
}

interface SentinelEntryProps {
  readonly sentinel: Sentinel;
}

function SentinelEntry({ sentinel }: SentinelEntryProps) {
  const place = placeToTry(sentinel);
  const { input, where, effect } = sentinel;
  const text = where === 'query' ? `?mock=${input}` : input;
  return (
    <li className={styles.sentinel}>
      <code className={styles.input}>{text}</code>
      <p className={styles.effect}>{effect}</p>
      <div className={styles.actions}>
        <CopyButton text={text}>
          Copy<span className="visually-hidden"> {text}</span>
        </CopyButton>
        {place !== undefined && <a href={place}>Try {place}</a>}
      </div>
    </li>
  );
}
