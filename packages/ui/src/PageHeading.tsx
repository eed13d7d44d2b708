import { useEffect, useRef } from 'react';
import styles from './PageHeading.module.css';

interface PageHeadingProps {
  children: string;
  /** The whole document title, where '<heading> · Patchwork' does not fit. */
  title?: string;
}

/**
 * The page's one h1. It names the document, and takes the focus that the router left on `<main>`, so
 * that a page whose data arrives late is announced too.
 */
export function PageHeading({ children, title = `${children} · Patchwork` }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (document.activeElement instanceof HTMLElement && document.activeElement.tagName === 'MAIN')
      heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
}
