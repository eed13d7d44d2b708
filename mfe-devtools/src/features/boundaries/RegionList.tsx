import { useEffect } from 'react';
import styles from './RegionList.module.css';
import type { Region } from './useRegions.ts';

const light = ({ element }: Region): void => void element.setAttribute('data-boundary-lit', '');
const dim = ({ element }: Region): void => element.removeAttribute('data-boundary-lit');

const bring = ({ element }: Region): void => {
  const { matches: isCalm } = matchMedia('(prefers-reduced-motion: reduce)');
  element.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
};

const kindOf = ({ element }: Region): string => {
  const place = element.closest('main, header, footer')?.tagName.toLowerCase();
  if (element.querySelector('h1')) return 'page';
  return place === undefined ? 'beside the frame' : `in the ${place}`;
};

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
      <span>{version}</span>
      <span className={styles.team}>{team}</span>
      <span className={styles.team}>{kindOf(region)}</span>
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
