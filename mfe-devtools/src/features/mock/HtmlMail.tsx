import { useCallback, useEffect, useRef } from 'react';
import styles from './MockTab.module.css';

const entities: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" },
};

const decode = (text: string): string =>
  text.replace(/&[\w#]+;/g, (entity) => entities[entity] ?? entity);

/** Matches a start tag, an end tag or the text between two tags. */
const part = /<(\/?)(\w+)([^>]*)>|([^<]+)/g;

const isEmpty = (name: string): boolean => name === 'meta' || name === 'br';

/**
 * Builds a mail in a document. `srcdoc` would need a Trusted Types policy that lets text become HTML, and a
 * Content-Security-Policy that allows style attributes in the page; the shop has neither. Reads only HTML as
 * shop/api/src/mail writes it: well-formed, with attributes in double quotes and escaped text.
 */
function write(page: Document, html: string): void {
  page.head.replaceChildren();
  page.body.replaceChildren();
  const open: Element[] = [];
  for (const [, end, name, attributes = '', text = ''] of html.matchAll(part)) {
    const parent = open.at(-1);
    if (end) open.pop();
    else if (name === undefined) {
      if (parent?.localName !== 'style') parent?.append(decode(text));
      else if (page.defaultView) {
        const sheet = new page.defaultView.CSSStyleSheet();
        sheet.replaceSync(text);
        page.adoptedStyleSheets = [sheet];
      }
    } else {
      const known = { html: page.documentElement, head: page.head, body: page.body };
      const element = known[name as keyof typeof known] ?? page.createElement(name);
      for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) {
        if (key === 'style') element.style.cssText = decode(value);
        else element.setAttribute(key, decode(value));
      }
      // The frame can show no page of the shop.
      if (name === 'a') element.setAttribute('target', '_top');
      if (!element.isConnected && name !== 'style') parent?.append(element);
      if (!isEmpty(name)) open.push(element);
    }
  }
}

interface HtmlMailProps {
  readonly subject: string;
  readonly html: string;
}

/** A mail as its reader sees it, in a frame in which no script runs. */
export function HtmlMail({ subject, html }: HtmlMailProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useCallback(() => {
    const page = frame.current?.contentDocument;
    if (page) write(page, html);
  }, [html]);
  useEffect(show, [show]);
  return (
    <iframe
      ref={frame}
      title={`${subject}, as HTML`}
      className={styles.html}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      // Chromium loads an empty frame before React listens; Firefox does so later, into another document.
      onLoad={show}
    />
  );
}
