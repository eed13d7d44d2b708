import type { ActiveRemotes } from '@patchwork/host';
import { createStoredValue } from '@patchwork/host/storage';
import type { Inspection } from '@patchwork/kit/devtools';
import { use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as v from 'valibot';
import { Choice, SmallButton } from '../../controls.tsx';
import { counted } from '../../measure.ts';
import { PanelAside } from '../../panel-aside.ts';
import { useRegions } from '../../regions.ts';
import look from '../../styles.module.css';
import styles from './BoundariesTab.module.css';
import { type Origin, originOf } from './origin.ts';
import { Picker } from './Picker.tsx';
import { RegionDetails } from './RegionDetails.tsx';

/** Angle between consecutive hues, in degrees. The golden angle keeps them apart, however many there are. */
const goldenAngle = 137.508;

/**
 * Returns a CSS rule for each remote, with the hue of its regions and of its rows in the list. The order of the ids
 * doesn't affect the hues.
 */
export const hueRules = (ids: readonly string[]): string[] =>
  [...ids].sort().map((id, index) => {
    const name = JSON.stringify(id);
    const hue = Math.round(30 + index * goldenAngle) % 360;
    return `[data-boundary=${name}],[data-boundary-row=${name}]{--boundary-hue:${hue}}`;
  });

const storedSwitch = createStoredValue({
  name: 'devtools-boundaries',
  version: 1,
  parse: v.parser(v.boolean()),
  scope: 'tab',
});

const areBoundariesOn = (): boolean => storedSwitch.read() ?? false;

function mark(isOn: boolean): void {
  const { dataset, classList } = document.documentElement;
  classList.add(String(styles.page));
  if (isOn) dataset.boundaries = 'on';
  else delete dataset.boundaries;
}

function showBoundaries(isOn: boolean): void {
  storedSwitch.write(isOn);
  mark(isOn);
}

const hueSheet = new CSSStyleSheet();

/** Assigns a hue to each remote, and shows the boundaries if they were on before a reload. */
export function restoreBoundaries({ remotes }: Pick<ActiveRemotes, 'remotes'>): void {
  hueSheet.replaceSync(hueRules(['shell', ...remotes.map(({ id }) => id)]).join('\n'));
  if (!document.adoptedStyleSheets.includes(hueSheet)) document.adoptedStyleSheets.push(hueSheet);
  mark(areBoundariesOn());
}

function scrollTo(element: HTMLElement): void {
  const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion: reduce)');
  element.scrollIntoView({ block: 'nearest', behavior: isMotionReduced ? 'auto' : 'smooth' });
}

/** Describes in a few words where on the page a region is. */
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

interface RegionRowProps {
  readonly element: HTMLElement;
  readonly origin: Origin;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

/** Line of a region, which opens to show what the region comes from. */
function RegionRow({ element, origin, isSelected, onSelect }: RegionRowProps) {
  const { boundary, team, version } = element.dataset;
  const highlight = (isOn: boolean) => element.toggleAttribute('data-boundary-lit', isOn);
  // Removes the highlight together with the row.
  useEffect(() => () => element.removeAttribute('data-boundary-lit'), [element]);
  return (
    <li>
      <button
        type="button"
        className={`${look.line} ${styles.row}`}
        data-boundary-row={boundary}
        aria-expanded={isSelected}
        onMouseEnter={() => highlight(true)}
        onMouseLeave={() => highlight(false)}
        onFocus={() => highlight(true)}
        onBlur={() => highlight(false)}
        onClick={() => {
          onSelect(!isSelected);
          scrollTo(element);
        }}
      >
        <strong>{boundary}</strong>
        <span className={styles.end}>{version}</span>
        <span className={look.soft}>{team}</span>
        <span className={`${look.soft} ${styles.end}`}>{locationOf(element)}</span>
      </button>
      {isSelected && (
        <div className={`${look.stack} ${look.opened}`}>
          <RegionDetails origin={origin} />
        </div>
      )}
    </li>
  );
}

/** Tab that outlines the regions of each remote on the page, and by which one of them is picked there. */
export function BoundariesTab({ inspection }: { readonly inspection: Inspection }) {
  const [isOn, setOn] = useState(areBoundariesOn);
  const [isPicking, setPicking] = useState(false);
  const [selected, setSelected] = useState<HTMLElement>();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const setAside = use(PanelAside);
  const regions = useRegions();
  const show = (isWanted: boolean) => {
    showBoundaries(isWanted);
    setOn(isWanted);
  };
  const pick = () => {
    setPicking(true);
    setAside(true);
  };
  // The panel takes the focus when it is shown again, so that the focus is moved afterwards.
  const endPicking = (region?: HTMLElement) => {
    flushSync(() => {
      setPicking(false);
      setAside(false);
      if (region) setSelected(region);
    });
    const row = region && list.current?.querySelector<HTMLElement>('[aria-expanded="true"]');
    (row ?? opener.current)?.focus();
    row?.parentElement?.scrollIntoView({ block: 'nearest' });
  };
  const describe = (region: HTMLElement) => {
    const { boundary, version = '', team } = region.dataset;
    const { module, place } = originOf(region, inspection.active);
    return {
      name: `${boundary} ${version}`,
      about: [team, module, place].filter(Boolean).join(' · '),
    };
  };
  return (
    <div className={`${look.stack} ${look.loose}`}>
      <div className={look.row}>
        <SmallButton ref={opener} onClick={pick}>
          Pick on the page
        </SmallButton>
        <span className={look.hint}>
          Point at a part of the page: its remote, version, team and module are shown.
        </span>
      </div>
      {isPicking && <Picker regions={regions} describe={describe} onEnd={endPicking} />}
      <Choice role="switch" isOn={isOn} onChange={show}>
        <span>
          <strong>Show boundaries</strong>
          <br />
          <span className={look.hint}>
            Outlines every region of the page with its remote, team and version. It stays on when
            the panel is closed.
          </span>
        </span>
      </Choice>
      <section aria-label="Regions on this page">
        <h3 className={look.title}>{counted(regions.length, 'region', 'regions')} on this page</h3>
        <p className={`${look.hint} ${styles.beside}`}>
          Point at a row or focus it, and its region is highlighted.
        </p>
        <p className={`${look.hint} ${styles.beneath}`}>
          They are beneath this panel: close it to see them.
        </p>
        <ul className={look.lines} ref={list}>
          {[...regions.entries()].map(([index, element]) => (
            <RegionRow
              key={index}
              element={element}
              origin={originOf(element, inspection.active)}
              isSelected={element === selected}
              onSelect={(isWanted) => setSelected(isWanted ? element : undefined)}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}
