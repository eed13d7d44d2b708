import { whenSettled } from '@patchwork/federation/browser';
import { watchStart } from './watch-start.ts';

/**
 * Runs the shell's scripts, which the page preloads, in their order. Resolves when the last one has
 * run, or could not be loaded. In development the page has script elements, and nothing is left to do.
 */
export async function startShell(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-start]');
  watchStart([...links].map(({ href }) => href));
  const runs = [...links].map(({ href, integrity, crossOrigin }) => {
    const script = document.createElement('script');
    // With the hash, and as the preload: the browser uses it for the same request only.
    Object.assign(script, { src: href, integrity, crossOrigin });
    script.async = false;
    document.head.append(script);
    return whenSettled(script);
  });
  await Promise.all(runs);
}
