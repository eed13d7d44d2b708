import { useState } from 'react';
import { counted } from '../../measure.ts';
import styles from './BoundariesTab.module.css';
import { areBoundariesOn, showBoundaries } from './boundaries.ts';
import { RegionList } from './RegionList.tsx';
import { useRegions } from './useRegions.ts';

/** Where each remote begins and ends on the page. */
export function BoundariesTab() {
  const [isOn, setOn] = useState(areBoundariesOn);
  const regions = useRegions();
  const toggle = () => {
    showBoundaries(!isOn);
    setOn(!isOn);
  };
  return (
    <div className={styles.tab}>
      <label className={styles.switch}>
        <input type="checkbox" role="switch" aria-checked={isOn} checked={isOn} onChange={toggle} />
        <span>
          <strong>Show boundaries</strong>
          <span className={styles.hint}>
            Outlines every region of the page with its remote, team and version. It stays on when
            the panel is closed.
          </span>
        </span>
      </label>
      <section aria-label="Regions on this page">
        <h3 className={styles.title}>
          {counted(regions.length, 'region', 'regions')} on this page
        </h3>
        <p className={styles.beside}>Point at a row or focus it, and its region is highlighted.</p>
        <p className={styles.beneath}>They are beneath this panel: close it to see them.</p>
        <RegionList regions={regions} />
      </section>
    </div>
  );
}
