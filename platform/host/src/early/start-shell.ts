import { whenLoadEnds } from '../browser.ts';

/** Milliseconds after which a shop that hasn't started says that it is slow. */
const SLOW_START_MS = 5000;

/** Inline styles, because the style sheet may be missing. The Content-Security-Policy allows a script to set them. */
const looks = {
  message:
    'position:fixed;inset:auto 0 0;z-index:9;display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:center;padding:1rem;background:var(--surface,Canvas);border-top:1px solid',
  button:
    'min-height:44px;padding:0 1rem;border:1px solid;border-radius:99px;background:none;color:inherit;font:inherit',
};

/**
 * Fetches broken scripts from the network instead of the browser's cache, which has the broken copy, and reloads the
 * page.
 */
async function tryAgain(broken: readonly string[]): Promise<void> {
  await Promise.allSettled(broken.map((src) => fetch(src, { cache: 'reload' })));
  location.reload();
}

/**
 * Shows a message over the page, so that nothing moves. It disappears when the shop replaces the content of #root, or
 * has hydrated it.
 */
function say(role: 'status' | 'alert', text: string, broken: readonly string[] = []): void {
  const root = document.querySelector('[data-waiting]');
  const shown = root?.querySelector('[data-start-message]');
  // The message about a slow start must not replace the one about a failure.
  if (!root || shown?.matches('[role=alert]')) return;
  shown?.remove();
  const message = document.createElement('div');
  message.setAttribute('role', role);
  message.dataset.startMessage = '';
  message.style.cssText = looks.message;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.style.cssText = looks.button;
  button.onclick = () => void tryAgain(broken);
  message.append(text, button);
  root.append(message);
}

/** Returns the address of the script that failed to load, or that threw. */
const sourceOf = (event: Event): string =>
  event instanceof ErrorEvent ? event.filename : (event.target as HTMLScriptElement).src;

/**
 * Watches the start. Shows `failedText` if one of these scripts is missing or throws, and says that the start is slow
 * if it takes long. The shell itself reports failures of remotes.
 */
export function watchStart(scripts: readonly string[], failedText: string): void {
  function sayThatItFailed(broken?: string[]): void {
    say('alert', failedText, broken);
    document.querySelector('[data-waiting] .spinner')?.remove();
  }
  const onError = (event: Event) => {
    const source = sourceOf(event);
    if (scripts.includes(source)) sayThatItFailed([source]);
  };
  // In the capture phase: error events of elements don't bubble.
  addEventListener('error', onError, true);
  // The entry is an asynchronous module, so its errors are rejections.
  addEventListener('unhandledrejection', () => sayThatItFailed());
  setTimeout(say, SLOW_START_MS, 'status', 'This takes longer than usual.');
}

const shellLinks = () => document.querySelectorAll<HTMLLinkElement>('link[data-start]');

/** Preloads the shell's scripts, if the page's HTML does not, as soon as the head is parsed, in which their links are. */
export function preloadShell(): void {
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    observer.disconnect();
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-start][media]')) {
      const copy = link.cloneNode() as HTMLLinkElement;
      copy.media = '';
      delete copy.dataset.start;
      document.head.append(copy);
    }
  });
  observer.observe(document.documentElement, { childList: true });
}

/**
 * Runs the shell's scripts in order. Resolves when the last one has run or failed. In development the page has script
 * elements, and this does nothing.
 */
export async function startShell(failedText: string): Promise<void> {
  const links = shellLinks();
  watchStart(
    [...links].map(({ href }) => href),
    failedText,
  );
  const runs = [...links].map(({ href, integrity, crossOrigin }) => {
    const script = document.createElement('script');
    // Integrity and mode must equal those of the preload, or the browser downloads the script again.
    Object.assign(script, { src: href, integrity, crossOrigin });
    script.async = false;
    document.head.append(script);
    return whenLoadEnds(script);
  });
  await Promise.all(runs);
}
