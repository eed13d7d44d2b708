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

/** Loads a script once, however often it is asked for. One that failed is tried anew. */
export function loadScript(url: string): Promise<void> {
  const known = loads.get(url);
  if (known) return known;
  const load = insertScript(url);
  loads.set(url, load);
  load.catch(() => loads.delete(url));
  return load;
}

/** The script came, and was not what it should be: the next call loads it anew. */
export const forgetScript = (url: string): void => void loads.delete(url);
