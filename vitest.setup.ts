import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Errors and warnings in the console since the test began. A test that expects one replaces `console.error` itself. */
let messages: unknown[][] = [];

beforeEach(() => {
  messages = [];
  const keep = (...message: unknown[]) => {
    // React warns of <search>, which happy-dom doesn't know.
    if (message[1] !== 'search') messages.push(message);
  };
  vi.spyOn(console, 'error').mockImplementation(keep);
  vi.spyOn(console, 'warn').mockImplementation(keep);
});

afterEach(() => expect(messages, 'errors and warnings in the console').toEqual([]));

// The files of a worker share modules and globals: see vitest.config.ts.
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

// Node 24 and later have Web Locks, Node 20 has none. Tests that need locks provide their own.
if (!('happyDOM' in globalThis) && globalThis.navigator?.locks) {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
}

if ('happyDOM' in globalThis) {
  const { happyDOM } = globalThis as unknown as { happyDOM: { setURL: (url: string) => void } };
  function clearPage(): void {
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    history.replaceState(null, '', '/');
  }
  // Before each file and test, not after it, because the last test's page may still write.
  happyDOM.setURL('http://localhost:3000/');
  clearPage();
  beforeEach(clearPage);
}
