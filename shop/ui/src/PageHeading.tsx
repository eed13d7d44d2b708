import { passFocusToMain } from '@patchwork/host/focus';
import { type ReactNode, useEffect } from 'react';
import styles from './PageHeading.module.css';

interface PageHeadingProps {
  children: string;
  /** Language of the heading, if it isn't that of the page. */
  lang?: string | undefined;
  /** Document title, if it isn't '<heading> · Patchwork'. */
  title?: string;
  /** Button at the end of the heading's line. */
  action?: ReactNode;
}

function holdFocus(heading: HTMLHeadingElement) {
  if (document.activeElement?.tagName === 'MAIN') heading.focus({ preventScroll: true });
  return passFocusToMain(heading);
}

/**
 * The page's only h1. It sets the document's title and takes over the focus that the router has put on `<main>`, so
 * that screen readers announce pages whose data arrives late. When it is removed, `<main>` gets the focus back.
 */
export function PageHeading({
  children,
  lang,
  title = `${children} · Patchwork`,
  action,
}: PageHeadingProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);

  const heading = (
    <h1 ref={holdFocus} lang={lang} tabIndex={-1} className={styles.heading}>
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
