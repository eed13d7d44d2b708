import { type ActiveRemotes, pathOfPage } from '@patchwork/federation';

/**
 * The links of HTML that was made at build time name pages (`page:cart`, `page:product?productId=linen`), because
 * the remotes' paths are not known there. Gives them their addresses.
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
