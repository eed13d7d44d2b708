import { type ReactNode, useEffect } from 'react';
import { passFocusToMain } from './focus.ts';
import styles from './PageHeading.module.css';

interface PageHeadingProps {
  children: string;
  /** The whole document title, if '<heading> · Patchwork' does not fit. */
  title?: string;
  /** A button at the other end of the heading's line. */
  action?: ReactNode;
}

function holdFocus(heading: HTMLHeadingElement) {
  if (document.activeElement?.tagName === 'MAIN') heading.focus({ preventScroll: true });
  return passFocusToMain(heading);
}

/**
 * The page's one h1. It names the document, and takes the focus that the router left on `<main>`, so
 * that a page whose data arrives late is announced too. When it is removed, `<main>` has the focus again.
 */
export function PageHeading({
  children,
  title = `${children} · Patchwork`,
  action,
}: PageHeadingProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);

  const heading = (
    <h1 ref={holdFocus} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
  if (action === undefined) return heading;
  return (
    <div className={styles.line}>
      {heading}
      {action}
    </div>
  );
}
