import type { Inspection } from '@patchwork/devtools-bridge';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { lastWriteOf, namedWrites } from './last-write.ts';
import styles from './StateTab.module.css';
import { sharedValues } from './shared-atoms.ts';
import { isUnasked } from './unasked.ts';
import { useValues } from './useValues.ts';
import { ValueRow } from './ValueRow.tsx';
import { WriteList } from './WriteList.tsx';

/** What the pieces of the shop share, live, and who wrote it last. */
export function StateTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, writesAtom } = inspection;
  const records = useAtomValue(writesAtom, { store });
  const writes = useMemo(() => namedWrites(records), [records]);
  const values = useValues(store);
  return (
    <div className={styles.tab}>
      <section className={styles.values} aria-label="Shared values">
        {sharedValues.map(({ name }, index) => (
          <ValueRow
            key={name}
            name={name}
            value={values[index]}
            isUnasked={isUnasked(values[index], store)}
            lastWrite={lastWriteOf(name, writes)}
          />
        ))}
      </section>
      <WriteList writes={writes} />
    </div>
  );
}
