import { useEffect } from 'react';
import styles from './RegionList.module.css';
import type { Region } from './useRegions.ts';

const light = ({ element }: Region): void => void element.setAttribute('data-boundary-lit', '');
const dim = ({ element }: Region): void => element.removeAttribute('data-boundary-lit');

function bring({ element }: Region): void {
  const { matches: isCalm } = matchMedia('(prefers-reduced-motion: reduce)');
  element.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
}

/** What the region is on the page, in a few words. */
function placeOf({ element }: Region): string {
  if (element.getClientRects().length === 0) return 'hidden at this width';
  const heading = element.querySelector('h1')?.textContent;
  if (heading) return `page “${heading}”`;
  const landmark = element.closest('main, header, footer');
  if (!landmark) return 'beside the frame';
  const name = landmark.tagName.toLowerCase();
  return landmark === element ? `the ${name}` : `in the ${name}`;
}

interface RegionRowProps {
  readonly region: Region;
}

function RegionRow({ region }: RegionRowProps) {
  // A region that is lit when the list goes away must not stay so.
  useEffect(() => () => dim(region), [region]);
  const { remoteId, team, version } = region;
  return (
    <button
      type="button"
      className={styles.row}
      data-boundary-row={remoteId}
      onMouseEnter={() => light(region)}
      onMouseLeave={() => dim(region)}
      onFocus={() => light(region)}
      onBlur={() => dim(region)}
      onClick={() => bring(region)}
    >
      <span className={styles.id}>{remoteId}</span>
      <span className={styles.version}>{version}</span>
      <span className={styles.team}>{team}</span>
      <span className={styles.place}>{placeOf(region)}</span>
    </button>
  );
}

/** The regions of the page. The one whose row is pointed at or focused lights up. */
export function RegionList({ regions }: { readonly regions: readonly Region[] }) {
  return (
    <ul className={styles.list}>
      {regions.map((region) => (
        <li key={region.key}>
          <RegionRow region={region} />
        </li>
      ))}
    </ul>
  );
}
