import { type StoredText, storedTexts } from '@patchwork/host/storage';
import { Facts } from '../../controls.tsx';
import { useRegistry } from '../../registry.ts';
import look from '../../styles.module.css';

interface Declared {
  /** Id of the remote that declares the store. */
  readonly id: string;
  readonly purpose: string;
}

/** Returns the stores that the live remotes declare, by name; empty until the registry has loaded, or if that fails. */
function useDeclaredStores(): ReadonlyMap<string, Declared> {
  const registry = useRegistry();
  if (!registry || registry instanceof Error) return new Map();
  return new Map(
    registry.remotes.flatMap(({ id, stable }) =>
      Object.entries(stable.stores).map(([name, { purpose }]) => [name, { id, purpose }] as const),
    ),
  );
}

interface StoredEntry {
  readonly key: string;
  /** Name of the stored value: 'cart' in 'patchwork:cart/1qphe3mt5soub'. */
  readonly name: string;
  readonly scope: 'one shopper' | 'this browser' | 'this tab' | 'one shopper in this tab';
  readonly characters: number;
}

function entryOf({ key, read }: StoredText, isOfTab: boolean): StoredEntry {
  const [, name = '', shopper] = /^patchwork:([^/]*)(\/)?/.exec(key) ?? [];
  const ofShopper = isOfTab ? 'one shopper in this tab' : 'one shopper';
  const ofAll = isOfTab ? 'this tab' : 'this browser';
  return { key, name, scope: shopper ? ofShopper : ofAll, characters: read()?.length ?? 0 };
}

/** Lists the values that pieces have stored in this browser, sorted by key; empty if storage is unavailable. */
function storedEntries(): StoredEntry[] {
  const { browser, tab } = storedTexts();
  return [
    ...browser.map((text) => entryOf(text, false)),
    ...tab.map((text) => entryOf(text, true)),
  ].sort((one, other) => one.key.localeCompare(other.key));
}

/**
 * List of the values that pieces have stored in this browser, each with its declared purpose. Leaves out the session
 * token.
 */
export function StoredValues() {
  const declared = useDeclaredStores();
  const entries = storedEntries();
  return (
    <section className={look.wrap} aria-label="Stored in this browser">
      <h3 className={look.title}>Stored in this browser</h3>
      {entries.length === 0 && <p className={look.soft}>Nothing is stored.</p>}
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
