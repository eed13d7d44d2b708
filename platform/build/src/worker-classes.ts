/*
 * Replacements for the browser's classes in the code of a remote (see workers.ts). They start the remote's own files by
 * the shop's /worker.js (see worker-start.ts), and any other file as it is.
 */

declare const __webpack_public_path__: string;

type Start<Options> = readonly [address: string | URL, options?: Options];

function start<Options extends object>([address, options]: Start<Options | string>): [
  string | URL,
  Options,
] {
  const { href } = new URL(address, location.href);
  const given = (typeof options === 'string' ? { name: options } : { ...options }) as Options;
  const isOwn = href.startsWith(new URL(__webpack_public_path__, location.href).href);
  if (!isOwn) return [address, given];
  const file = encodeURIComponent(href);
  // In development the server adds the file to the script: see developmentWorker.
  const query = process.env.NODE_ENV === 'development' ? `?${file}` : '';
  // The build makes classic scripts of workers, modules or not.
  return [`/worker.js${query}#${file}`, { ...given, type: 'classic' }];
}

/**
 * Reports what a worker throws, and nobody handles, as an error of the page: the browser would only print it, and gate,
 * reports and devtools would not know of it. What the policy refuses (see worker-start.ts) is no error of the worker, so
 * only the page learns of it.
 *
 * A worker that is ended while its script loads fails in Chromium 150 with a NetworkError, which is no error.
 */
function watch(worker: Worker, isEnded: () => boolean): void {
  worker.addEventListener('error', (event) => {
    const { message = 'its script could not be loaded', filename = '', lineno = 0 } = event;
    const isRefusal = / in a worker, at /.test(message);
    if (isRefusal) event.stopImmediatePropagation();
    // Read after all other listeners.
    setTimeout(() => {
      if (!isRefusal && (isEnded() || event.defaultPrevented || worker.onerror)) return;
      reportError(new Error(`A worker failed: ${message} (${filename}:${lineno})`));
    });
  });
}

const { Worker: BrowserWorker, SharedWorker: BrowserSharedWorker } = globalThis;

// Some browsers lack one of them, and remotes may ask for it.
export const Worker: typeof BrowserWorker | undefined =
  BrowserWorker &&
  class Worker extends BrowserWorker {
    #isEnded = false;

    constructor(...given: Start<WorkerOptions>) {
      super(...start(given));
      watch(this, () => this.#isEnded);
    }

    override terminate(): void {
      this.#isEnded = true;
      super.terminate();
    }
  };

export const SharedWorker: typeof BrowserSharedWorker | undefined =
  BrowserSharedWorker &&
  class SharedWorker extends BrowserSharedWorker {
    constructor(...given: Start<WorkerOptions | string>) {
      super(...start<WorkerOptions>(given));
    }
  };
