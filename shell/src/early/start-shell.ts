import { whenLoadEnds } from '@patchwork/federation/browser';

/** Time after which a shop that has not started says that it is slow. */
const SLOW_START_MS = 5000;

/**
 * Styles, set by script, which a Content-Security-Policy allows. The style sheet and its colours may be
 * missing.
 */
const looks = {
  message:
    'position:fixed;inset:auto 0 0;z-index:9;display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:center;padding:1rem;background:var(--surface,Canvas);border-top:1px solid',
  button:
    'min-height:44px;padding:0 1rem;border:1px solid;border-radius:99px;background:none;color:inherit;font:inherit',
};

/**
 * Fetches broken scripts past the browser's cache, which would return the same copy, and loads the page
 * again.
 */
async function tryAgain(broken: readonly string[]): Promise<void> {
  await Promise.allSettled(broken.map((src) => fetch(src, { cache: 'reload' })));
  location.reload();
}

/** Shows a message over the page, so that nothing moves. The shop replaces it later, with all of #root. */
function say(role: 'status' | 'alert', text: string, broken: readonly string[] = []): void {
  const root = document.querySelector('[data-waiting]');
  // The message that it takes long does not replace that of a failure.
  if (!root || root.querySelector(':scope > [role=alert]')) return;
  root.querySelector(':scope > [role=status]')?.remove();
  const message = document.createElement('div');
  message.setAttribute('role', role);
  message.style.cssText = looks.message;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.style.cssText = looks.button;
  button.onclick = () => void tryAgain(broken);
  message.append(text, button);
  root.append(message);
}

function sayThatItFailed(broken?: string[]): void {
  say('alert', 'The shop could not be loaded just now. Nothing of yours is lost.', broken);
  document.querySelector('[data-waiting] .spinner')?.remove();
}

/** Returns the address of the script that could not be loaded, or that threw. */
const sourceOf = (event: Event): string =>
  event instanceof ErrorEvent ? event.filename : (event.target as HTMLScriptElement).src;

/**
 * Watches the start: says that the shop could not be loaded when one of these scripts is missing or throws,
 * and that it takes long when none of them does. Failures of a remote are the shop's to report.
 */
export function watchStart(scripts: readonly string[]): void {
  const onError = (event: Event) => {
    const source = sourceOf(event);
    if (scripts.includes(source)) sayThatItFailed([source]);
  };
  // Capturing: the error of an element does not bubble.
  addEventListener('error', onError, true);
  // The entry is an asynchronous module: an error in it becomes a rejection.
  addEventListener('unhandledrejection', () => sayThatItFailed());
  setTimeout(say, SLOW_START_MS, 'status', 'This takes longer than usual.');
}

/**
 * Runs the shell's scripts, which the page preloads, in their order. Resolves when the last one has
 * run, or could not be loaded. In development the page has script elements, and nothing is left to do.
 */
export async function startShell(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-start]');
  watchStart([...links].map(({ href }) => href));
  const runs = [...links].map(({ href, integrity, crossOrigin }) => {
    const script = document.createElement('script');
    // Hash and mode are those of the preload, which the browser uses for an equal request only.
    Object.assign(script, { src: href, integrity, crossOrigin });
    script.async = false;
    document.head.append(script);
    return whenLoadEnds(script);
  });
  await Promise.all(runs);
}
