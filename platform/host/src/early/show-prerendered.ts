import { whenLoadEnds } from '../browser.ts';
import { type ActiveRemotes, pathOfPage, type RouteMatch } from '../index.ts';
import { applyStyles, type PreloadedStyle } from './preload.ts';

/**
 * Sets the addresses of links and forms in prerendered HTML, which name pages (`page:cart`,
 * `page:product?productId=linen`) because the paths were unknown at build time.
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

/** Returns a page's template; undefined if the page isn't prerendered or its version isn't stable, as in a canary. */
const templateOf = ({ remote, route }: RouteMatch): HTMLTemplateElement | undefined =>
  [...document.querySelectorAll('template')].find(
    ({ dataset }) =>
      dataset.remote === remote.id &&
      dataset.version === remote.version &&
      dataset.module === route.module,
  );

/** Number of pictures that are loaded before the scripts. More would delay the first text. */
const FIRST_PICTURES = 2;

function holdPictures(content: DocumentFragment): void {
  for (const picture of [...content.querySelectorAll<HTMLImageElement>('img[src]')].slice(
    FIRST_PICTURES,
  )) {
    for (const name of ['srcset', 'src']) {
      const value = picture.getAttribute(name);
      if (value === null) continue;
      picture.dataset[name] = value;
      picture.removeAttribute(name);
    }
  }
}

/** Loads the pictures that were held back. */
export function showHeldPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-src]')) {
    // Sets srcset first. Otherwise the browser would also load the file in src.
    for (const name of ['srcset', 'src']) {
      const value = picture.dataset[name];
      if (value === undefined) continue;
      picture.setAttribute(name, value);
      delete picture.dataset[name];
    }
  }
}

const complete = async (picture: HTMLImageElement): Promise<void> =>
  picture.complete ? undefined : whenLoadEnds(picture);

const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Replaces the spinner in `main` with the page's prerendered HTML, if the release has any. The HTML stays hidden until
 * its style sheets apply; meanwhile its pictures load. Resolves when it has been painted. If `isStable`, HTML that was
 * rendered with its data is marked for hydration, because its links lead to pages of the stable versions.
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
  // The element that the shop also renders around the page.
  const page = document.createElement('div');
  const { id, team, version } = match.remote;
  Object.assign(page.dataset, { prerendered: match.route.page, boundary: id, team, version });
  if (template.dataset.rendered !== undefined && isStable) page.dataset.rendered = '';
  page.hidden = true;
  holdPictures(template.content);
  page.append(template.content);
  // React's markers of a completed Suspense boundary, whose content is hydrated separately.
  main.append(document.createComment('$'), page, document.createComment('/$'));
  await applyStyles(styles);
  for (const element of spinner) element.remove();
  page.hidden = false;
  await Promise.all([...page.querySelectorAll<HTMLImageElement>('img[src]')].map(complete));
  await painted();
}
