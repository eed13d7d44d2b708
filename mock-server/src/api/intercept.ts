export interface Interception {
  /** Whether requests to a URL are answered. All others go to the network. */
  readonly covers: (url: URL) => boolean;
  /** Answers a request; rejects, or throws at once, where there is no response. */
  readonly answer: (request: Request) => Promise<Response>;
}

const here = (url: string): URL => new URL(url, window.location.href);

/** Answers requests of `fetch`. Returns a function that restores the browser's. */
export function interceptFetch({ covers, answer }: Interception): () => void {
  const native = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = here(input instanceof Request ? input.url : String(input));
    return covers(url) ? answer(new Request(input, init)) : native.call(globalThis, input, init);
  };
  return () => {
    globalThis.fetch = native;
  };
}

/** Reads a body as XMLHttpRequest's `responseType` asks. */
function readAs(type: XMLHttpRequestResponseType, response: Response): Promise<unknown> {
  if (type === 'arraybuffer') return response.arrayBuffer();
  if (type === 'blob') return response.blob();
  if (type === 'json') return response.json().catch(() => null);
  return response.text();
}

async function fieldsOf(response: Response, type: XMLHttpRequestResponseType) {
  const { status, statusText, headers } = response;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const body = await readAs(type, response);
  return {
    ...{ status, statusText, response: body },
    responseText: typeof body === 'string' ? body : '',
    getResponseHeader: (name: string) => headers.get(name),
    getAllResponseHeaders: () => lines.join(''),
  };
}

const shownFields = [
  ...['readyState', 'responseURL', 'status', 'statusText', 'response', 'responseText'],
  ...['getResponseHeader', 'getAllResponseHeaders'],
];

/** `readyState` of a request that has ended. */
const DONE = 4;

/** Names of the events that end a request, by the name of the error. */
const endings: Readonly<Record<string, string>> = { AbortError: 'abort', TimeoutError: 'timeout' };

/**
 * Answers requests of `XMLHttpRequest`. Returns a function that restores the browser's, which still dispatches the
 * events and sends everything else.
 */
export function interceptXhr({ covers, answer }: Interception): () => void {
  const native = globalThis.XMLHttpRequest;
  globalThis.XMLHttpRequest = class extends native {
    /** Request to answer; undefined for the network. */
    #opened: { url: URL; method: string; headers: [string, string][] } | undefined;
    #controller = new AbortController();

    override open(method: string, address: string | URL, ...rest: unknown[]): void {
      super.open(method, address, ...(rest as [boolean]));
      const url = here(String(address));
      this.#opened = covers(url) ? { url, method, headers: [] } : undefined;
      this.#controller = new AbortController();
      for (const name of shownFields) Reflect.deleteProperty(this, name);
    }

    override setRequestHeader(name: string, value: string): void {
      super.setRequestHeader(name, value);
      this.#opened?.headers.push([name, value]);
    }

    override abort(): void {
      super.abort();
      this.#controller.abort();
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      if (!this.#opened) {
        super.send(body);
        return;
      }
      const { url, method, headers } = this.#opened;
      const controller = this.#controller;
      const hasBody = !/^(?:GET|HEAD)$/i.test(method) && !(body instanceof Document);
      const sent = { method, headers, signal: controller.signal, body: hasBody ? body : null };
      const answered = answer(new Request(url, sent as RequestInit));
      if (this.timeout > 0) {
        const reason = new DOMException('', 'TimeoutError');
        setTimeout(() => controller.abort(reason), this.timeout);
      }
      const end = (type: string, fields: object) => {
        if (this.#controller === controller) this.#end(type, fields);
      };
      answered
        .then((response) => fieldsOf(response, this.responseType))
        .finally(() => controller.signal.throwIfAborted())
        .then(
          (fields) => end('load', { ...fields, responseURL: url.href }),
          ({ name }: Error) => end(endings[name] ?? 'error', {}),
        );
    }

    #end(type: string, fields: object): void {
      for (const [name, value] of Object.entries({ readyState: DONE, ...fields })) {
        Object.defineProperty(this, name, { value, configurable: true });
      }
      this.dispatchEvent(new Event('readystatechange'));
      for (const each of [type, 'loadend']) this.dispatchEvent(new ProgressEvent(each));
    }
  };
  return () => {
    globalThis.XMLHttpRequest = native;
  };
}
