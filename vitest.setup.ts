import { afterEach, beforeEach, vi } from 'vitest';

// The files of a worker share modules and globals: see vitest.config.ts.
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

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
