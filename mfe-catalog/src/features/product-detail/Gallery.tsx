import { configurationAtom, toast } from '@patchwork/shop';
import type { Product, ProductPicture } from '@patchwork/shop/domain';
import { whenIdle } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { FullScreen as FullScreenComponent } from './FullScreen.tsx';
import styles from './Gallery.module.css';

/** Ending of a scroll: no event of scrolling for this long. Safari has no `scrollend`. */
const SCROLL_END_MS = 150;

interface PictureProps extends ProductPicture {
  /** Whether it is the product's first picture, which is loaded before scripts. */
  readonly isFirst: boolean;
  /** Whether it may be loaded by now. */
  readonly isWanted: boolean;
  readonly onLoad?: () => void;
  readonly onError: () => void;
}

function Picture({ image, alt, isFirst, isWanted, onLoad, onError }: PictureProps) {
  // A file that arrives before the page is hydrated causes no event of React's.
  function look(picture: HTMLImageElement | null): void {
    if (!isWanted || !picture?.complete) return;
    if (picture.naturalWidth > 0) onLoad?.();
    else onError();
  }
  return (
    <img
      ref={look}
      className={`picture ${styles.image}`}
      src={isWanted ? image : undefined}
      alt={isWanted ? alt : ''}
      width={800}
      height={1000}
      fetchPriority={isFirst ? 'high' : 'low'}
      decoding="async"
      onLoad={onLoad}
      onError={onError}
    />
  );
}

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

/** Returns the product's pictures that the shop may show. */
function usePictures({ title, image, pictures = [] }: Product): ProductPicture[] {
  const { knownImage } = useAtomValue(configurationAtom);
  return [{ image, alt: title }, ...pictures].flatMap((picture) => {
    const known = knownImage(picture.image);
    return known === undefined ? [] : [{ ...picture, image: known }];
  });
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
 * The product's pictures: a row to swipe, with a tab for each. The first one is in the page's HTML; the others wait
 * until it is there and the browser is idle, or until the shopper reaches for them.
 */
export function Gallery({ product }: GalleryProps) {
  const pictures = usePictures(product);
  const [index, setIndex] = useState(0);
  const [isRestWanted, setIsRestWanted] = useState(false);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [FullScreen, setFullScreen] = useState<typeof FullScreenComponent>();
  const row = useRef<HTMLDivElement>(null);
  const scrollEnd = useRef<ReturnType<typeof setTimeout>>(undefined);
  const idOf = (part: 'panel' | 'picture' | 'tab', at: number) =>
    `${part}-${at}-${encodeURIComponent(product.id)}`;

  const wantRest = () => setIsRestWanted(true);
  const waitForIdle = () => isRestWanted || whenIdle(wantRest);

  /** Shows a picture; `auto` scrolls as the style sheet says: smoothly, unless the shopper wants less motion. */
  function show(at: number, behavior: ScrollBehavior = 'auto'): void {
    wantRest();
    setIndex(at);
    row.current?.scrollTo({ left: at * row.current.clientWidth, behavior });
  }

  function followScroll(): void {
    wantRest();
    clearTimeout(scrollEnd.current);
    scrollEnd.current = setTimeout(() => {
      const { scrollLeft = 0, clientWidth = 0 } = row.current ?? {};
      if (clientWidth > 0) setIndex(Math.round(scrollLeft / clientWidth));
    }, SCROLL_END_MS);
  }

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
      () => toast.error('The full screen could not be loaded. Please try again.'),
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
        aria-label={`Pictures of ${product.title}`}
        onPointerEnter={wantRest}
        onKeyDown={step}
      >
        <div ref={row} className={styles.row} onScroll={followScroll}>
          {pictures.map(({ image, alt }, at) => (
            <div
              key={image}
              id={idOf('panel', at)}
              {...(pictures.length > 1 && { role: 'tabpanel', 'aria-labelledby': idOf('tab', at) })}
            >
              {broken.includes(image) ? (
                <p className={styles.broken}>This picture can’t be shown: {alt}</p>
              ) : (
                <button
                  type="button"
                  id={idOf('picture', at)}
                  className={styles.picture}
                  tabIndex={at === index ? 0 : -1}
                  aria-label={`Full screen: ${alt}`}
                  onClick={enlarge}
                >
                  <Picture
                    image={image}
                    alt={alt}
                    isFirst={at === 0}
                    isWanted={at === 0 || isRestWanted}
                    {...(at === 0 && { onLoad: waitForIdle })}
                    onError={report(image)}
                  />
                  <ExpandIcon />
                </button>
              )}
            </div>
          ))}
        </div>
        {pictures.length > 1 && (
          <div className={styles.tabs} role="tablist" aria-label="Pictures">
            {pictures.map(({ image, alt }, at) => (
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
                <img
                  className={`picture ${styles.image}`}
                  src={(at === 0 || isRestWanted) && !broken.includes(image) ? image : undefined}
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
