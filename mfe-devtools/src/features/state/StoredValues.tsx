import { Facts } from '../../Facts.tsx';
import words from '../../Words.module.css';
import styles from './StateTab.module.css';
import { storedEntries, useDeclaredStores } from './stored-values.ts';

/** Lists the values that pieces store in this browser, with their declared purpose. The session's token is left out. */
export function StoredValues() {
  const declared = useDeclaredStores();
  const entries = storedEntries();
  return (
    <section className={styles.stored} aria-label="Stored in this browser">
      <h3 className={styles.title}>Stored in this browser</h3>
      {entries.length === 0 && <p className={words.soft}>Nothing is stored.</p>}
      <Facts
        facts={entries.map(({ key, name, scope, characters }) => {
          const { id, purpose } = declared.get(name) ?? {};
          const size = `${characters.toLocaleString('en')} characters`;
          return [
            key,
            `of ${scope}, ${size}, by ${id ?? 'the shop'}`,
            ...(purpose ? [purpose] : []),
          ];
        })}
      />
    </section>
  );
}
