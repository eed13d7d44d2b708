const loads = new Map<string, Promise<void>>();

const insertScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    });
    document.head.append(script);
  });

/** Loads a script once for all callers. After a failure the next call tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loads.get(url);
  if (known) return known;
  const load = insertScript(url);
  loads.set(url, load);
  load.catch(() => loads.delete(url));
  return load;
}

/** For a script that loaded but is not the expected one: the next call loads it again. */
export const forgetScript = (url: string): void => void loads.delete(url);
