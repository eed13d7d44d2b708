/** A source of input of WebDriver, the same in both of its protocols: https://www.w3.org/TR/webdriver/#actions */
export type InputSource = { readonly type: 'pointer' | 'key'; readonly id: string } & Readonly<
  Record<string, unknown>
>;

/** A browser with one page, driven by one of the two protocols of WebDriver. */
export interface Engine {
  /** Its name and version, as it says them itself. */
  readonly name: string;
  readonly open: (url: string) => Promise<void>;
  /** Calls a function, given as text, in the page. Arguments and result are JSON. */
  readonly call: (declaration: string, ...values: unknown[]) => Promise<unknown>;
  readonly act: (sources: readonly InputSource[]) => Promise<void>;
  /** Errors in the console since the last call; undefined where the driver doesn't give them. */
  readonly takeErrors: () => readonly string[] | undefined;
  readonly close: () => Promise<void>;
}

/** How to start a browser, and the Debian packages that it needs. */
export interface EngineChoice {
  readonly name: string;
  readonly packages: string;
  readonly files: readonly string[];
  readonly start: () => Promise<Engine>;
}

const TIMEOUT_MS = 15_000;

/** Runs `attempt` until it yields something. Throws after the time, with the last failure. */
export async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS;
  let cause: unknown;
  while (Date.now() < end) {
    try {
      const result = await attempt();
      if (result !== undefined) return result;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what}: not within ${TIMEOUT_MS / 1000} seconds`, { cause });
}
