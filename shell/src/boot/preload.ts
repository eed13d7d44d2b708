import { matchRoute, type Registry } from '@patchwork/federation';

/**
 * Inlined into the HTML: starts the downloads of the first page's remote at once, instead of after
 * the shell has arrived, run and asked. Does nothing where the registry isn't stitched in.
 */
function preload(href: string, as: 'script' | 'style'): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.href = href;
  document.head.append(link);
}

function preloadFirstPage({ remotes }: Registry): void {
  const match = matchRoute(remotes, location.pathname);
  if (!match) return;
  const { entry, files } = match.remote;
  preload(entry, 'script');
  const base = new URL(entry, location.href);
  for (const file of files[match.route.module] ?? []) {
    preload(new URL(file, base).href, file.endsWith('.css') ? 'style' : 'script');
  }
}

const stitched = document.getElementById('patchwork-registry');
if (stitched) preloadFirstPage(JSON.parse(stitched.textContent));
