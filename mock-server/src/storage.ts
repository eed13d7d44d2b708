/** The page's localStorage, or undefined where reading it is refused (private modes, sandboxes). */
export const pageStorage = (): Storage | undefined => {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
};
