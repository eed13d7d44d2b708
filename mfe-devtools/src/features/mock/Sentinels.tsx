import type { PathTo } from '@patchwork/domain';
import { type Sentinel, sentinels } from '@patchwork/mock-server';
import { pathToAtom } from '@patchwork/shop';
import { Section } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { CopyButton } from '../../CopyButton.tsx';
import words from '../../Words.module.css';
import tab from './MockTab.module.css';
import styles from './Sentinels.module.css';

/** What to copy, and the page that shows the effect, by the sentinel's `where`. An email has none. */
function exampleOf({ input, where }: Sentinel, pathTo: PathTo) {
  if (where.startsWith('Product id')) {
    return { text: input, address: pathTo('product', { productId: input }) };
  }
  if (!where.includes('?mock=')) return { text: input, address: undefined };
  const query = `?mock=${input.replace('<call>', 'listProducts')}`;
  return { text: query, address: window.location.pathname + query };
}

/** Inputs that make the mock fail, in tests and by hand. */
export function Sentinels() {
  return (
    <Section title="Inputs that fail on purpose" level={3}>
      <p className={tab.hint}>
        They work in every shop with this mock, with the panel closed, and in tests.
      </p>
      <ul>
        {sentinels.map((sentinel) => (
          <SentinelEntry key={sentinel.input} sentinel={sentinel} />
        ))}
      </ul>
    </Section>
  );
}

function SentinelEntry({ sentinel }: { readonly sentinel: Sentinel }) {
  const { text, address } = exampleOf(sentinel, useAtomValue(pathToAtom));
  return (
    <li className={styles.sentinel}>
      <code className={words.code}>{sentinel.input}</code>
      <div>
        <p>{sentinel.effect}</p>
        <p className={words.soft}>{sentinel.where}</p>
      </div>
      <div className={styles.actions}>
        {address !== undefined && (
          <a className={styles.link} href={address}>
            Try {address}
          </a>
        )}
        <CopyButton text={text}>
          Copy<span className="visually-hidden"> {text}</span>
        </CopyButton>
      </div>
    </li>
  );
}
