import { whenLoadEnds } from '../browser.ts';
import {
  type ActiveRemotes,
  hasValuesOf,
  matchRoute,
  parametersOf,
  pathOfPage,
  type Registry,
  type RouteMatch,
} from '../index.ts';
import { applyStyles, type PreloadedStyle } from './preload.ts';

const declarationsOf = (remotes: ActiveRemotes['remotes']): string =>
  JSON.stringify(
    remotes.map(({ routes, fragments }) => [
      routes.map(({ page, path, link }) => [page, path, link]),
      fragments,
    ]),
  );

const stablesOf = ({ remotes }: Registry): ActiveRemotes['remotes'] =>
  remotes.map(({ stable }) => stable);

/**
 * Whether this visitor's versions declare the same paths, links and fragments as the stable ones, for which the page's
 * HTML was written.
 */
export const declareAsStable = ({ remotes }: ActiveRemotes, registry: Registry): boolean =>
  declarationsOf(remotes) === declarationsOf(stablesOf(registry));

/** Gives links and forms, which have the paths of the stable versions, the paths of this visitor's versions. */
export function moveLinks(
  container: ParentNode,
  { remotes }: ActiveRemotes,
  registry: Registry,
): void {
  const stables = stablesOf(registry);
  for (const attribute of ['href', 'action']) {
    for (const element of container.querySelectorAll(`[${attribute}^="/"]:not(link)`)) {
      const [path = '', rest = ''] = (element.getAttribute(attribute) ?? '').split(/(?=[?#])(.*)/s);
      const { route } = matchRoute(stables, path) ?? {};
      if (!route) continue;
      const parameters = Object.entries(parametersOf(route.path, path)).map(
        ([name, value]) => [name, decodeURIComponent(value)] as const,
      );
      const moved = pathOfPage(remotes, route.page, Object.fromEntries(parameters));
      element.setAttribute(attribute, moved + rest);
    }
  }
}

const settingNames = ({ values = {} }: RouteMatch['remote']): string =>
  Object.keys(values).join(' ');

/** Returns a page's template; undefined if the page isn't prerendered or its version isn't stable, as in a canary. */
const templateOf = ({ remote, route }: RouteMatch): HTMLTemplateElement | undefined =>
  [...document.querySelectorAll('template')].find(
    ({ dataset }) =>
      dataset.remote === remote.id &&
      dataset.version === remote.version &&
      dataset.module === route.module,
  );

/** Whether the HTML has the page in a template, from which it is shown. */
export const hasTemplate = (page: RouteMatch): boolean => templateOf(page) !== undefined;

/**
 * Notes the settings on which the HTML of the visitor's page depends, even if this visitor doesn't get that HTML: a
 * comparison of the values leaves out when the page was painted (report-visit.ts).
 */
export function noteSettings(inPlace: HTMLElement | null, page: RouteMatch | undefined): void {
  const ofTemplate = page && templateOf(page) ? settingNames(page.remote) : '';
  const names = inPlace ? inPlace.dataset.settings : ofTemplate;
  if (names) document.documentElement.dataset.settings = names;
}

/** Returns the element with the page that stands in the HTML, which may not be parsed yet. */
export const pageInPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#root > main > [data-prerendered]');

/** Whether an element has the page that a visitor opens, in the visitor's version and with the visitor's settings. */
export const isPage = ({ dataset }: HTMLElement, { remote, route }: RouteMatch): boolean =>
  dataset.prerendered === route.page &&
  dataset.boundary === remote.id &&
  dataset.version === remote.version &&
  hasValuesOf(dataset.settings, remote, dataset.rendered !== undefined);

/** Makes fragments in the page's HTML invisible whose settings have other values for this visitor (Slot.tsx). */
export function hideFragments({ remotes }: ActiveRemotes): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-fragment][data-settings]')) {
    const { fragment = '', settings } = element.dataset;
    const remote = remotes.find(({ id }) => id === fragment.split(' ', 1)[0]);
    const { firstElementChild: content } = element;
    if (remote && content instanceof HTMLElement && !hasValuesOf(settings, remote))
      content.style.visibility = 'hidden';
  }
}

/** Loads the pictures that the release has held back (page.ts in platform/release). */
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

async function painted(page: HTMLElement): Promise<void> {
  await Promise.all([...page.querySelectorAll<HTMLImageElement>('img[src]')].map(complete));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Returns the style sheets in the HTML of the page that stands in it (page.ts in platform/release). */
const sheetsInHtml = () => document.querySelectorAll<HTMLStyleElement>('style[data-sheet]');

/** Hides the page in the HTML, and removes its style sheets: another version has the same class names. */
export function hidePage(page: HTMLElement): void {
  page.hidden = true;
  for (const sheet of sheetsInHtml()) sheet.remove();
}

/** Puts back what `main` shows while a page is loading, in place of the page in the HTML. */
export function takeAway(page: HTMLElement | null): void {
  if (!page) return;
  hidePage(page);
  const loading = document.querySelector<HTMLTemplateElement>('template[data-loading]');
  page.parentElement?.replaceChildren(...(loading?.content.childNodes ?? []));
}

/** Resolves when the page in the HTML has been painted. */
export async function whenInPlace(page: HTMLElement): Promise<void> {
  // The bundler compares addresses as they are written, and writes whole ones. Without this, it would link the sheets,
  // and the browser would compute all styles and the layout a second time.
  for (const sheet of sheetsInHtml()) {
    const { href } = new URL(sheet.dataset.sheet ?? '', location.href);
    Object.assign(sheet, { href }).dataset.href = href;
  }
  await painted(page);
}

/**
 * Replaces the spinner in `main` with the prerendered HTML of a page that does not stand there, as after a redirect,
 * and on a server that sends the same HTML for every path. The HTML stays hidden until its style sheets apply. Resolves
 * when it has been painted.
 */
export async function showTemplate(
  main: Element,
  match: RouteMatch,
  styles: readonly PreloadedStyle[],
): Promise<void> {
  const template = templateOf(match);
  if (!template || !hasValuesOf(settingNames(match.remote), match.remote, false)) return;
  const spinner = [...main.children];
  // The element that the shop also renders around the page.
  const page = document.createElement('div');
  const { id, team, version } = match.remote;
  Object.assign(page.dataset, { prerendered: match.route.page, boundary: id, team, version });
  page.hidden = true;
  page.append(template.content);
  main.append(page);
  await applyStyles(styles);
  for (const element of spinner) element.remove();
  page.hidden = false;
  await painted(page);
}
