/**
 * By module, the HTML of a remote's page as it looks before any data has arrived. Links name pages
 * (`page:cart`); addresses of the remote's own files begin with `remote:`. Placeholders (`{product.title}`)
 * are those of the page's head.
 */
export type PrerenderedPages = Readonly<Record<string, string>>;

/** The file of a remote's build that holds them. */
export const prerenderedFile = 'prerendered.json';
