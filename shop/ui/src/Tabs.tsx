import { moveFocus } from '@patchwork/host/focus';
import { type ReactNode, useId, useRef, useState } from 'react';
import styles from './Tabs.module.css';

interface Tab<Id extends string> {
  /** Id without spaces: it becomes part of an element's id. */
  readonly id: Id;
  readonly title: ReactNode;
  readonly panel: ReactNode;
}

interface TabsProps<Id extends string> {
  /** Label for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** `page`: for parts of a page. `section`: with less space. `bar`: fills a box and scrolls inside it. */
  readonly variant?: 'page' | 'section' | 'bar';
  /** Content at the end of the tab row. */
  readonly end?: ReactNode;
}

/**
 * Tabs as described by the ARIA Authoring Practices: one stop for the Tab key, and arrow keys that select at once. A
 * panel is mounted when it is first selected; it then stays mounted, hidden, so that typed text is kept.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, selected, onSelect, variant = 'page', end } = props;
  const prefix = useId();
  const [visited, setVisited] = useState<readonly Id[]>([selected]);
  if (!visited.includes(selected)) setVisited([...visited, selected]);

  // The latest selected tab. The owner may show it later: until then, `selected` is the previous tab.
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
              // Safari doesn't focus a clicked button.
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
