/**
 * happy-dom's Response has no body for an empty text, as a browser's has, and from that axios would conclude that it
 * can't read streams.
 */
const withBody = (body?: BodyInit | null) => (body === '' ? new Blob([]) : body);
globalThis.Response = class extends globalThis.Response {
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(withBody(body), init);
  }
};

export {};
