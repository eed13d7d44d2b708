import { type ReactNode, useId, useRef, useState } from 'react';
import { moveFocus } from './focus.ts';
import styles from './Tabs.module.css';

interface Tab<Id extends string> {
  /** Name without spaces: it becomes part of an element's id. */
  readonly id: Id;
  readonly title: ReactNode;
  readonly panel: ReactNode;
}

interface TabsProps<Id extends string> {
  /** Name of the choice, for a screen reader. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** `page`: parts of a page. `section`: closer together. `bar`: fills a box and scrolls inside it. */
  readonly variant?: 'page' | 'section' | 'bar';
  /** Content at the end of the row of tabs. */
  readonly end?: ReactNode;
}

/**
 * Tabs as the ARIA Authoring Practices describe them: one stop for the Tab key, and the arrow keys
 * select at once. A panel is mounted when it is first selected. Then it stays mounted, hidden, so that
 * what was typed there is not lost.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, selected, onSelect, variant = 'page', end } = props;
  const prefix = useId();
  const [visited, setVisited] = useState<readonly Id[]>([selected]);
  if (!visited.includes(selected)) setVisited([...visited, selected]);

  // The tab that was selected last. The owner may take a moment to show it: `selected` is an earlier tab until
  // then.
  const requested = useRef(selected);

  function select(id: Id): void {
    if (id === requested.current && id === selected) return;
    requested.current = id;
    onSelect(id);
  }

  return (
    <div className={styles.tabs} data-variant={variant}>
      <div className={styles.row}>
        <div
          role="tablist"
          aria-label={label}
          className={styles.list}
          onKeyDown={(event) => moveFocus(event, '[role="tab"]', 'horizontal')}
        >
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${prefix}-tab-${id}`}
              aria-controls={visited.includes(id) ? `${prefix}-panel-${id}` : undefined}
              aria-selected={id === selected}
              tabIndex={id === selected ? 0 : -1}
              className={styles.tab}
              onFocus={() => select(id)}
              // Safari does not focus a button that is clicked.
              onClick={() => select(id)}
            >
              {title}
            </button>
          ))}
        </div>
        {end}
      </div>
      {tabs
        .filter(({ id }) => visited.includes(id))
        .map(({ id, panel }) => (
          <div
            key={id}
            role="tabpanel"
            id={`${prefix}-panel-${id}`}
            aria-labelledby={`${prefix}-tab-${id}`}
            hidden={id !== selected}
            className={styles.panel}
          >
            {panel}
          </div>
        ))}
    </div>
  );
}
