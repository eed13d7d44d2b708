import { useEffect } from 'react';
import styles from './RegionList.module.css';

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

/** The same for the same element. */
function keyOf(element: Element): number {
  const key = keys.get(element) ?? ++count;
  keys.set(element, key);
  return key;
}

/** The regions of the page. Pointing at a row or focusing it highlights its region. */
export const RegionList = ({ regions }: { readonly regions: readonly HTMLElement[] }) => (
  <ul className={styles.list}>
    {regions.map((element) => (
      <li key={keyOf(element)}>
        <RegionRow element={element} />
      </li>
    ))}
  </ul>
);
