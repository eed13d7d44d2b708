/** A path or call with its parameters filled: '/productlist/:productId' is '/productlist/linen-shirt'. */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
