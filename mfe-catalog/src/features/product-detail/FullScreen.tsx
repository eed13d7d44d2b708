import type { ProductPicture } from '@patchwork/shop/domain';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as t from '../../texts/fullScreen.ts';
import styles from './FullScreen.module.css';

const MAX_ZOOM = 8;
const ZOOM_STEP = 1.5;

/** Zoom level to which a double click enlarges the picture. */
const CLOSE_ZOOM = 2.5;

/** Distance that an arrow key pans an enlarged picture, in pixels. */
const PAN_STEP = 80;

/** Minimum distance of a swipe, in pixels. */
const SWIPE_LENGTH = 40;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

const between = (one: Point, other: Point): Point => ({
  clientX: (one.clientX + other.clientX) / 2,
  clientY: (one.clientY + other.clientY) / 2,
});

const distance = (one: Point, other: Point): number =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/**
 * Zooms a picture in a scrolling stage. Changes the picture's size rather than a transform, because browsers then
 * render vector graphics sharply. The point under the pointer stays in place.
 */
function useZoom() {
  const [zoom, setZoom] = useState(1);
  const current = useRef(1);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);

  function zoomTo(wanted: number, point?: Point): void {
    if (!stage.current || !picture.current) return;
    const { left, top, width, height } = stage.current.getBoundingClientRect();
    const { clientX, clientY } = point ?? { clientX: left + width / 2, clientY: top + height / 2 };
    const before = picture.current.getBoundingClientRect();
    current.current = Math.min(Math.max(wanted, 1), MAX_ZOOM);
    flushSync(() => setZoom(current.current));
    const after = picture.current.getBoundingClientRect();
    stage.current.scrollBy(
      after.left + ((clientX - before.left) / before.width) * after.width - clientX,
      after.top + ((clientY - before.top) / before.height) * after.height - clientY,
    );
  }

  return { zoom, current, stage, picture, zoomTo };
}

/**
 * Handles wheel, touch and mouse events. Uses native listeners, because React's can't stop the browser from zooming or
 * scrolling the page.
 */
function useGestures(
  { stage, current, zoomTo }: ReturnType<typeof useZoom>,
  onSwipe: (step: number) => void,
): void {
  const latest = useRef({ zoomTo, onSwipe });
  useEffect(() => {
    latest.current = { zoomTo, onSwipe };
  });

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const end = new AbortController();
    const options = { signal: end.signal, passive: false };
    let start: Touch | undefined;
    let pinch: { readonly length: number; readonly zoom: number } | undefined;

    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        latest.current.zoomTo(current.current * 2 ** (-event.deltaY / 400), event);
      },
      options,
    );
    element.addEventListener(
      'touchstart',
      ({ touches: [one, other] }) => {
        start = other ? undefined : one;
        pinch = one && other && { length: distance(one, other), zoom: current.current };
      },
      options,
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        const [one, other] = event.touches;
        if (!pinch || !one || !other) return;
        // A browser that is moving the picture already reports an error if it is to stop.
        if (event.cancelable) event.preventDefault();
        const zoom = pinch.zoom * (distance(one, other) / pinch.length);
        latest.current.zoomTo(zoom, between(one, other));
      },
      options,
    );
    element.addEventListener(
      'touchend',
      ({ changedTouches: [last] }) => {
        const across = start && last ? last.clientX - start.clientX : 0;
        const down = start && last ? last.clientY - start.clientY : 0;
        if (current.current === 1 && Math.abs(across) > Math.max(SWIPE_LENGTH, Math.abs(down)))
          latest.current.onSwipe(-Math.sign(across));
        start = undefined;
        pinch = undefined;
      },
      options,
    );
    element.addEventListener(
      'dblclick',
      (event) => latest.current.zoomTo(current.current > 1 ? 1 : CLOSE_ZOOM, event),
      options,
    );
    element.addEventListener(
      'pointermove',
      ({ pointerType, buttons, movementX, movementY }) => {
        if (pointerType === 'mouse' && buttons === 1) element.scrollBy(-movementX, -movementY);
      },
      options,
    );
    return () => end.abort();
  }, [stage, current]);
}

interface IconButtonProps {
  readonly label: string;
  readonly path: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

const IconButton = ({ label, path, isDisabled, onClick }: IconButtonProps) => (
  <button
    type="button"
    className={styles.button}
    aria-label={label}
    aria-disabled={isDisabled}
    onClick={onClick}
  >
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    >
      <path d={path} />
    </svg>
  </button>
);

interface FullScreenProps {
  readonly title: string;
  readonly pictures: readonly ProductPicture[];
  /** Index of the first picture to show. */
  readonly first: number;
  /** Called on closing, with the index of the last picture shown. */
  readonly onClose: (index: number) => void;
}

/** Full-screen view of the product's pictures. Zooms by wheel, pinch, double click, keys and buttons. */
export function FullScreen({ title, pictures, first, onClose }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(first);
  const zooming = useZoom();
  const { zoom, stage, picture, zoomTo } = zooming;
  const shown = pictures[index];
  const [broken, setBroken] = useState<string>();

  useEffect(() => dialog.current?.showModal(), []);

  function step(by: number): void {
    if (!pictures[index + by]) return;
    zoomTo(1);
    setIndex(index + by);
  }
  useGestures(zooming, step);

  /** Pans an enlarged picture; otherwise goes to the previous or next picture. */
  function move(x: number, y: number): void {
    if (zoom > 1) stage.current?.scrollBy(x * PAN_STEP, y * PAN_STEP);
    else step(x);
  }

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomTo(zoom * ZOOM_STEP),
    '=': () => zoomTo(zoom * ZOOM_STEP),
    '-': () => zoomTo(zoom / ZOOM_STEP),
    '0': () => zoomTo(1),
    ArrowLeft: () => move(-1, 0),
    ArrowRight: () => move(1, 0),
    ArrowUp: () => move(0, -1),
    ArrowDown: () => move(0, 1),
  };

  function press(event: KeyboardEvent): void {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t.picturesOf({ title })}
      onClose={() => onClose(index)}
      onKeyDown={press}
    >
      <div ref={stage} className={styles.stage} data-enlarged={zoom > 1}>
        {shown?.image === broken ? (
          <p className={styles.broken}>{t.notShown({ alt: shown?.alt ?? '' })}</p>
        ) : (
          <img
            ref={picture}
            className={`picture ${styles.image}`}
            style={{ '--zoom': zoom } as object}
            src={shown?.image}
            alt={shown?.alt}
            width={800}
            height={1000}
            draggable={false}
            onError={() => setBroken(shown?.image)}
          />
        )}
      </div>
      <p className={styles.position} role="status">
        <span>{t.position({ index: index + 1, count: pictures.length })}</span>
        <span className="visually-hidden">
          {`: ${shown?.alt}${zoom > 1 ? t.enlarged({ times: zoom.toFixed(1) }) : ''}`}
        </span>
      </p>
      <div className={styles.buttons}>
        {pictures.length > 1 && (
          <>
            <IconButton
              label={t.previous}
              path="M15 5l-7 7 7 7"
              isDisabled={index === 0}
              onClick={() => step(-1)}
            />
            <IconButton
              label={t.next}
              path="M9 5l7 7-7 7"
              isDisabled={index === pictures.length - 1}
              onClick={() => step(1)}
            />
          </>
        )}
        <IconButton
          label={t.zoomOut}
          path="M5 12h14"
          isDisabled={zoom === 1}
          onClick={() => zoomTo(zoom / ZOOM_STEP)}
        />
        <IconButton
          label={t.zoomIn}
          path="M5 12h14M12 5v14"
          isDisabled={zoom === MAX_ZOOM}
          onClick={() => zoomTo(zoom * ZOOM_STEP)}
        />
      </div>
      <div className={styles.close}>
        <IconButton
          label={t.close}
          path="M6 6l12 12M18 6L6 18"
          onClick={() => dialog.current?.close()}
        />
      </div>
    </dialog>
  );
}
