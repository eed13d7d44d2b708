import { type ReactNode, useId, useState } from 'react';
import { moveFocus } from '../../roving.ts';
import styles from './Views.module.css';

interface View {
  readonly name: string;
  readonly panel: ReactNode;
}

interface ViewsProps {
  readonly label: string;
  readonly views: readonly [View, ...View[]];
}

/** A tab list of which only the chosen panel exists: an answer may be large. */
export function Views({ label, views }: ViewsProps) {
  const prefix = useId();
  const [chosen, setChosen] = useState(views[0].name);
  const { panel } = views.find(({ name }) => name === chosen) ?? views[0];
  return (
    <div className={styles.views}>
      <div
        role="tablist"
        aria-label={label}
        className={styles.list}
        onKeyDown={(event) => moveFocus(event, '[role="tab"]', 'horizontal')}
      >
        {views.map(({ name }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${prefix}${name}`}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${prefix}panel` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onFocus={() => setChosen(name)}
            onClick={() => setChosen(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${prefix}panel`}
        aria-labelledby={`${prefix}${chosen}`}
        className={styles.panel}
      >
        {panel}
      </div>
    </div>
  );
}
