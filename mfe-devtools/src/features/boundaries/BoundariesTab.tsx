import { useEffect, useState } from 'react';
import { counted } from '../../measure.ts';
import styles from './BoundariesTab.module.css';
import { areBoundariesOn, showBoundaries } from './boundaries.ts';

const findRegions = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-boundary]:not(:has([data-devtools]))'),
];

/** The regions that are on the page now, in its order. */
function useRegions(): readonly HTMLElement[] {
  const [regions, setRegions] = useState(findRegions);
  useEffect(() => {
    const update = () => setRegions(findRegions());
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-boundary', 'data-team', 'data-version'],
    });
    return () => observer.disconnect();
  }, []);
  return regions;
}

function scrollTo(element: HTMLElement): void {
  const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion: reduce)');
  element.scrollIntoView({ block: 'nearest', behavior: isMotionReduced ? 'auto' : 'smooth' });
}

/** Where the region is on the page, in a few words. */
function locationOf(element: HTMLElement): string {
  if (element.getClientRects().length === 0) return 'hidden at this width';
  const heading = element.querySelector('h1')?.textContent;
  if (heading) return `page “${heading}”`;
  const owner = element.parentElement?.closest<HTMLElement>(
    '[data-boundary]:not([data-boundary="shell"])',
  );
  if (owner) return `within ${owner.dataset.boundary}`;
  const landmark = element.closest('main, header, footer');
  if (!landmark) return 'beside the frame';
  const name = landmark.tagName.toLowerCase();
  return landmark === element ? `the ${name}` : `in the ${name}`;
}

function RegionRow({ element }: { readonly element: HTMLElement }) {
  const { boundary, team, version } = element.dataset;
  const highlight = (isOn: boolean) => element.toggleAttribute('data-boundary-lit', isOn);
  // A highlight must not outlive its row.
  useEffect(() => () => element.removeAttribute('data-boundary-lit'), [element]);
  return (
    <button
      type="button"
      className={styles.row}
      data-boundary-row={boundary}
      onMouseEnter={() => highlight(true)}
      onMouseLeave={() => highlight(false)}
      onFocus={() => highlight(true)}
      onBlur={() => highlight(false)}
      onClick={() => scrollTo(element)}
    >
      <span className={styles.id}>{boundary}</span>
      <span className={styles.version}>{version}</span>
      <span className={styles.team}>{team}</span>
      <span className={styles.place}>{locationOf(element)}</span>
    </button>
  );
}

const keys = new WeakMap<Element, number>();
let count = 0;

/** Returns a key that stays with its element. */
function keyOf(element: Element): number {
  const key = keys.get(element) ?? ++count;
  keys.set(element, key);
  return key;
}

/** The regions of the page. Pointing at a row or focusing it highlights its region. */
const RegionList = ({ regions }: { readonly regions: readonly HTMLElement[] }) => (
  <ul className={styles.list}>
    {regions.map((element) => (
      <li key={keyOf(element)}>
        <RegionRow element={element} />
      </li>
    ))}
  </ul>
);

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
