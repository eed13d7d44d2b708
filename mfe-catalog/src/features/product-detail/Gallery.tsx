import { configurationAtom, toast } from '@patchwork/shop';
import { imageAttributes, type Product, type ProductPicture } from '@patchwork/shop/domain';
import { Picture, whenIdle } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useRef, useState } from 'react';
import * as t from '../../texts/product.ts';
import type { FullScreen as FullScreenComponent } from './FullScreen.tsx';
import styles from './Gallery.module.css';
import { useMovingPicture } from './useMovingPicture.ts';

/** Milliseconds without a scroll event after which scrolling counts as ended. Safari lacks `scrollend`. */
const SCROLL_END_MS = 150;

/** Width of the picture in the page. */
const SIZES = '(min-width: 48rem) 34rem, 90vw';

const ExpandIcon = () => (
  <svg
    aria-hidden="true"
    className={styles.expand}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
  >
    <path d="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" />
  </svg>
);

/** Returns the product's pictures whose origin is allowed. */
function picturesOf(
  { title, image, sources, pictures = [] }: Product,
  knownImage: (address: string) => string | undefined,
): ProductPicture[] {
  return [{ image, sources, alt: title }, ...pictures].filter(
    (picture) => knownImage(picture.image) !== undefined,
  );
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

interface GalleryProps {
  readonly product: Product;
}

/**
 * The product's pictures: a swipeable row and, if there are several, a tab for each. The first picture is in the page's
 * HTML. The others load when the first has loaded or failed and the browser is idle, or as soon as the shopper points
 * at the gallery or uses it.
 */
export function Gallery({ product }: GalleryProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  const pictures = picturesOf(product, knownImage);
  const [index, setIndex] = useState(0);
  const [isRestWanted, setIsRestWanted] = useState(false);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [FullScreen, setFullScreen] = useState<typeof FullScreenComponent>();
  const row = useMovingPicture();
  const scrollEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Index of the picture to which the gallery is scrolling the row; undefined if the shopper scrolls it. */
  const target = useRef<number>(undefined);
  const idOf = (part: 'panel' | 'picture' | 'tab', at: number) =>
    `${part}-${at}-${encodeURIComponent(product.id)}`;

  const isWanted = (at: number) => at === 0 || isRestWanted;
  const wantRest = () => setIsRestWanted(true);
  const waitForIdle = () => isRestWanted || whenIdle(wantRest);

  /** Shows a picture. `auto` uses the style sheet's scroll behaviour: smooth, unless reduced motion is preferred. */
  function show(at: number, behavior: ScrollBehavior = 'auto'): void {
    wantRest();
    setIndex(at);
    target.current = at;
    row.current?.scrollTo({ left: at * row.current.clientWidth, behavior });
  }

  function followScroll(): void {
    wantRest();
    clearTimeout(scrollEnd.current);
    scrollEnd.current = setTimeout(() => {
      const { scrollLeft = 0, clientWidth = 0 } = row.current ?? {};
      if (clientWidth === 0) return;
      const reached = Math.round(scrollLeft / clientWidth);
      // A change of focus ends a smooth scroll, and the row snaps back: it is scrolled once more.
      if (target.current !== undefined && target.current !== reached)
        show(target.current, 'instant');
      else setIndex(reached);
      target.current = undefined;
    }, SCROLL_END_MS);
  }

  const scrollByHand = () => {
    target.current = undefined;
  };

  function step(event: KeyboardEvent<HTMLElement>): void {
    const by = steps[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    const next = Math.min(Math.max(index + by, 0), pictures.length - 1);
    show(next);
    focus(
      event.target instanceof Element && event.target.matches('[role=tab]') ? 'tab' : 'picture',
      next,
    );
  }

  const focus = (part: 'picture' | 'tab', at: number) =>
    document.getElementById(idOf(part, at))?.focus({ preventScroll: true });

  function enlarge(): void {
    wantRest();
    import(/* webpackChunkName: "full-screen" */ './FullScreen.tsx').then(
      (loaded) => setFullScreen(() => loaded.FullScreen),
      () => toast.error(t.fullScreenNotLoaded),
    );
  }

  function leaveFullScreen(at: number): void {
    setFullScreen(undefined);
    show(at, 'instant');
    focus('picture', at);
  }

  const report = (image: string) => () => {
    setBroken((all) => (all.includes(image) ? all : [...all, image]));
    waitForIdle();
  };

  if (pictures.length === 0) return <div className={styles.image} />;
  return (
    <>
      <section
        className={styles.gallery}
        aria-label={t.picturesOf(product)}
        onPointerEnter={wantRest}
        onKeyDown={step}
      >
        <div
          ref={row}
          className={styles.row}
          onScroll={followScroll}
          onPointerDown={scrollByHand}
          onWheel={scrollByHand}
        >
          {pictures.map(({ image, alt, sources }, at) => (
            <div
              key={image}
              id={idOf('panel', at)}
              {...(pictures.length > 1 && { role: 'tabpanel', 'aria-labelledby': idOf('tab', at) })}
            >
              {broken.includes(image) ? (
                <p className={styles.broken}>{t.notShown({ alt })}</p>
              ) : (
                <button
                  type="button"
                  id={idOf('picture', at)}
                  className={styles.picture}
                  tabIndex={at === index ? 0 : -1}
                  aria-label={t.fullScreen({ alt })}
                  onClick={enlarge}
                >
                  <Picture
                    className={`picture ${styles.image}`}
                    {...(isWanted(at) && imageAttributes({ image, sources }, knownImage, SIZES))}
                    alt={isWanted(at) ? alt : ''}
                    width={800}
                    height={1000}
                    fetchPriority={at === 0 ? 'high' : 'low'}
                    decoding="async"
                    onLoad={at === 0 ? waitForIdle : undefined}
                    onError={report(image)}
                  />
                  <ExpandIcon />
                </button>
              )}
            </div>
          ))}
        </div>
        {pictures.length > 1 && (
          <div className={styles.tabs} role="tablist" aria-label={t.pictures}>
            {pictures.map(({ image, alt, sources }, at) => (
              <button
                key={image}
                type="button"
                role="tab"
                id={idOf('tab', at)}
                className={styles.tab}
                aria-label={alt}
                aria-selected={at === index}
                aria-controls={idOf('panel', at)}
                tabIndex={at === index ? 0 : -1}
                onClick={() => show(at)}
              >
                <Picture
                  className={`picture ${styles.image}`}
                  {...(isWanted(at) && imageAttributes({ image, sources }, knownImage, '4.5rem'))}
                  alt=""
                  width={800}
                  height={1000}
                  decoding="async"
                />
              </button>
            ))}
          </div>
        )}
      </section>
      {FullScreen && (
        <FullScreen
          title={product.title}
          pictures={pictures}
          first={index}
          onClose={leaveFullScreen}
        />
      )}
    </>
  );
}
