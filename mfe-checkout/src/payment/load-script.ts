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

/**
 * The function that a script brings under this name; undefined where it could not be loaded, or is another one.
 * Loads it once for all callers. After a failure the next call tries again.
 */
export async function loadGlobal(url: string, name: string): Promise<unknown> {
  const load = loads.get(url) ?? insertScript(url);
  loads.set(url, load);
  await load.catch((error: unknown) => {
    loads.delete(url);
    console.error(error);
  });
  const found: unknown = Reflect.get(window, name);
  if (typeof found === 'function') return found;
  loads.delete(url);
  return undefined;
}
