/** One of the page's storages, or undefined where reading it is refused (private modes, sandboxes). */
export function pageStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}
