/**
 * By module, the HTML of a remote's page as it looks before its scripts are there: the first one whose
 * placeholders (`{product.title}`) the server knows is shown. Links name pages (`page:cart`,
 * `page:product?productId={product._id}`); addresses of the remote's own files begin with `remote:`.
 */
export type PrerenderedPages = Readonly<Record<string, readonly string[]>>;

/** The file of a remote's build that holds them. */
export const prerenderedFile = 'prerendered.json';
