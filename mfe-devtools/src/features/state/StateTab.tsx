import type { Inspection } from '@patchwork/devtools-bridge';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { ActionList } from './ActionList.tsx';
import styles from './StateTab.module.css';
import { actionRecords, lastActionOn, listWriters, sharedValues } from './shared-state.ts';
import { isUnused } from './unused.ts';
import { useValues } from './useValues.ts';
import { ValueRow } from './ValueRow.tsx';

/** What the pieces of the shop share, live, and who wrote it last. */
export function StateTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, writesAtom } = inspection;
  const writes = useAtomValue(writesAtom, { store });
  const records = useMemo(() => actionRecords(writes), [writes]);
  const values = useValues(store);
  return (
    <div className={styles.tab}>
      <section className={styles.values} aria-label="Shared values">
        {sharedValues.map((shared, index) => (
          <ValueRow
            key={shared.debugLabel}
            name={shared.debugLabel}
            value={values[index]}
            writers={listWriters(shared)}
            isUnused={isUnused(values[index], store)}
            lastAction={lastActionOn(shared, records)}
          />
        ))}
      </section>
      <ActionList records={records} />
    </div>
  );
}
