import { type ActiveRemotes, pathOfPage, type RouteMatch } from '@patchwork/federation';
import { whenLoadEnds } from '@patchwork/federation/browser';
import { applyStyle, type PreloadedStyle } from './preload.ts';

/**
 * Sets the addresses of links in HTML that was made at build time. They name pages (`page:cart`,
 * `page:product?productId=linen`), because the remotes' paths are not known there.
 */
export function fillLinks(container: ParentNode, { remotes }: ActiveRemotes): void {
  for (const attribute of ['href', 'action']) {
    for (const element of container.querySelectorAll(`[${attribute}^="page:"]`)) {
      const [page = '', query] =
        element.getAttribute(attribute)?.slice('page:'.length).split('?') ?? [];
      const parameters = Object.fromEntries(new URLSearchParams(query));
      element.setAttribute(attribute, pathOfPage(remotes, page, parameters));
    }
  }
}

/** Absent for a visitor who gets another version than the stable one, as in a canary. */
const templateOf = ({ remote, route }: RouteMatch): HTMLTemplateElement | undefined =>
  [...document.querySelectorAll('template')].find(
    ({ dataset }) =>
      dataset.remote === remote.id &&
      dataset.version === remote.version &&
      dataset.module === route.module,
  );

const complete = async (picture: HTMLImageElement): Promise<void> =>
  picture.complete ? undefined : whenLoadEnds(picture);

/** Resolves after the next paint. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Replaces the spinner in `main` by the page's prerendered HTML, if the release has one. It is hidden until
 * its style sheets apply: its pictures are loaded meanwhile. Resolves when all of it is painted.
 */
export async function showPrerendered(
  main: Element,
  match: RouteMatch,
  styles: readonly PreloadedStyle[],
): Promise<void> {
  const template = templateOf(match);
  if (!template) return;
  const spinner = [...main.children];
  const page = document.createElement('div');
  page.dataset.prerendered = match.route.page;
  page.hidden = true;
  page.append(template.content);
  main.append(page);
  await Promise.all(styles.map(applyStyle));
  for (const element of spinner) element.remove();
  page.hidden = false;
  await Promise.all([...page.querySelectorAll('img')].map(complete));
  await painted();
}
