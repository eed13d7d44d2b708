import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { SmallButton } from '../../controls.tsx';
import look from '../../styles.module.css';
import styles from './Picker.module.css';

interface PickerProps {
  /** Regions of the page, in document order. */
  readonly regions: readonly HTMLElement[];
  /** Describes a region: who renders it, and from where. */
  readonly describe: (region: HTMLElement) => { readonly name: string; readonly about: string };
  /** Called with the picked region; without one if the developer has ended it. */
  readonly onEnd: (region?: HTMLElement) => void;
}

/** Height of the part of the window that the text may cover, in pixels. The pointer moves it to the other edge. */
const COVERED_PX = 160;

/** Returns the number of the region to choose by a key, given that of the chosen one or -1; undefined for other keys. */
function indexAfter({ key, shiftKey }: KeyboardEvent, index: number, count: number) {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const isBack = key === 'ArrowUp' || key === 'ArrowLeft' || (key === 'Tab' && shiftKey);
  if (isBack) return index <= 0 ? count - 1 : index - 1;
  if (key === 'ArrowDown' || key === 'ArrowRight' || key === 'Tab') return (index + 1) % count;
  return undefined;
}

const isVisible = (region: HTMLElement): boolean => region.getClientRects().length > 0;

/**
 * Transparent layer over the page, by which the developer picks a region. It gets all presses and keys, so that the page
 * behind it does nothing.
 */
export function Picker({ regions, describe, onEnd }: PickerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<HTMLElement>();
  const [edge, setEdge] = useState<'top' | 'bottom'>('bottom');

  useEffect(() => {
    // Above what else is in the top layer, such as an open menu. Firefox has it since 125.
    layer.current?.showPopover?.();
    layer.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    chosen?.toggleAttribute('data-boundary-lit', true);
    return () => chosen?.removeAttribute('data-boundary-lit');
  }, [chosen]);

  function regionAt({ clientX, clientY }: { clientX: number; clientY: number }) {
    for (const element of document.elementsFromPoint(clientX, clientY)) {
      const region = element.closest<HTMLElement>('[data-boundary]');
      if (region && regions.includes(region)) return region;
    }
    return undefined;
  }

  function point(event: PointerEvent): void {
    event.stopPropagation();
    setChosen(regionAt(event));
    setEdge(event.clientY > window.innerHeight - COVERED_PX ? 'top' : 'bottom');
  }

  function choose(region: HTMLElement | undefined): void {
    if (!region) return;
    region.scrollIntoView({ block: 'nearest' });
    const { bottom, top } = region.getBoundingClientRect();
    const isAtBottom = top > window.innerHeight / 2 || bottom > window.innerHeight;
    setEdge(isAtBottom && top > COVERED_PX ? 'top' : 'bottom');
    setChosen(region);
  }

  function press(event: KeyboardEvent): void {
    const isOnButton = event.target instanceof HTMLButtonElement;
    const visible = regions.filter(isVisible);
    const next = indexAfter(event, chosen ? visible.indexOf(chosen) : -1, visible.length);
    const isPick = event.key === 'Enter' && !isOnButton;
    if (next === undefined && !isPick && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined) choose(visible[next]);
    else if (!isPick) onEnd();
    else if (chosen) onEnd(chosen);
  }

  const stop = (event: { stopPropagation: () => void }) => event.stopPropagation();
  const described = chosen && describe(chosen);
  return createPortal(
    // Only an application gets all keys, also from a screen reader.
    <div
      ref={layer}
      popover="manual"
      role="application"
      aria-label="Pick a part of the page"
      tabIndex={-1}
      className={styles.layer}
      data-edge={edge}
      onPointerMove={point}
      onPointerDown={point}
      onPointerUp={stop}
      onMouseDown={stop}
      onMouseUp={stop}
      onClick={(event) => {
        event.stopPropagation();
        const region = regionAt(event);
        if (region) onEnd(region);
      }}
      onKeyDown={press}
    >
      <div className={styles.bar}>
        <div role="status">
          <strong>{described?.name ?? 'Point at a part of the page'}</strong>
          {described && <span className={look.soft}>{described.about}</span>}
        </div>
        <span className={look.hint}>
          A click or Enter picks it, the arrow keys go through all, Escape ends.
        </span>
        <SmallButton
          onClick={(event) => {
            event.stopPropagation();
            onEnd();
          }}
        >
          Stop
        </SmallButton>
      </div>
    </div>,
    document.body,
  );
}
