import { type ComponentProps, useState } from 'react';
import styles from './Picture.module.css';

interface PictureProps extends Omit<ComponentProps<'img'>, 'ref' | 'onLoad' | 'onError'> {
  readonly alt: string;
  /** Called when the file is there; more than once if the picture renders again. */
  readonly onLoad?: (() => void) | undefined;
  readonly onError?: (() => void) | undefined;
}

/**
 * An `img`. Without `src`, and once its file can't be shown, an empty box with the same class takes its place, because
 * browsers would draw the icon of a broken picture.
 */
export function Picture({ alt, onLoad, onError, ...img }: PictureProps) {
  const { src, className = '' } = img;
  const [failed, setFailed] = useState<string>();
  if (src === undefined || src === failed)
    return <span className={`${styles.empty} ${className}`} />;

  function fail(): void {
    setFailed(src);
    onError?.();
  }

  // React gets no event for a file that arrived, or failed, before hydration.
  function look(element: HTMLImageElement | null): void {
    // A picture that the release holds back gets its address later.
    if (!element?.complete || !element.hasAttribute('src')) return;
    if (element.naturalWidth > 0) onLoad?.();
    // An SVG without a size has no natural width in some browsers, so only decoding tells.
    else element.decode().then(onLoad, fail);
  }
  return <img {...img} alt={alt} ref={look} onLoad={onLoad} onError={fail} />;
}
