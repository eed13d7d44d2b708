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

/**
 * Returns the template of a page; undefined for a visitor who gets a version other than the stable one, as in a
 * canary.
 */
const templateOf = ({ remote, route }: RouteMatch): HTMLTemplateElement | undefined =>
  [...document.querySelectorAll('template')].find(
    ({ dataset }) =>
      dataset.remote === remote.id &&
      dataset.version === remote.version &&
      dataset.module === route.module,
  );

/** Number of pictures that are loaded before the scripts: more would delay the first title. */
const FIRST_PICTURES = 2;

function holdPictures(content: DocumentFragment): void {
  for (const picture of [...content.querySelectorAll<HTMLImageElement>('img[src]')].slice(
    FIRST_PICTURES,
  )) {
    picture.dataset.src = picture.getAttribute('src') ?? '';
    picture.removeAttribute('src');
  }
}

/** Loads the pictures that were held back. */
export function showHeldPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-src]')) {
    picture.src = picture.dataset.src ?? '';
    delete picture.dataset.src;
  }
}

const complete = async (picture: HTMLImageElement): Promise<void> =>
  picture.complete ? undefined : whenLoadEnds(picture);

/** Resolves after the next paint. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Replaces the spinner in `main` by the page's prerendered HTML, if the release has one. It is hidden until
 * its style sheets apply: its pictures are loaded meanwhile. Resolves when all of it is painted. HTML that was
 * rendered with its data is marked for the shop to hydrate, if `isStable`: the links in it lead to the pages of the
 * stable versions.
 */
export async function showPrerendered(
  main: Element,
  match: RouteMatch,
  styles: readonly PreloadedStyle[],
  isStable: boolean,
): Promise<void> {
  const template = templateOf(match);
  if (!template) return;
  const spinner = [...main.children];
  // The region that the shop renders around the page.
  const page = document.createElement('div');
  const { id, team, version } = match.remote;
  Object.assign(page.dataset, { prerendered: match.route.page, boundary: id, team, version });
  if (template.dataset.rendered !== undefined && isStable) page.dataset.rendered = '';
  page.hidden = true;
  holdPictures(template.content);
  page.append(template.content);
  // React's marks around a complete boundary, whose content is hydrated separately.
  main.append(document.createComment('$'), page, document.createComment('/$'));
  await Promise.all(styles.map(applyStyle));
  for (const element of spinner) element.remove();
  page.hidden = false;
  await Promise.all([...page.querySelectorAll<HTMLImageElement>('img[src]')].map(complete));
  await painted();
}
