// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import type { ActiveRemote } from '../index.ts';
import { observeVitals } from './vitals.ts';

/** Observer of long animation frames; the browser supports nothing else. */
class FrameObserver {
  static supportedEntryTypes = ['long-animation-frame'];
  static show: (...frames: object[]) => void;
  constructor(callback: (list: { getEntries: () => object[] }) => void) {
    FrameObserver.show = (...frames) => callback({ getEntries: () => frames });
  }
  observe() {}
}

const script = (path: string, duration: number) => ({
  sourceURL: new URL(path, location.href).href,
  duration,
});

test('a long frame counts for the remote whose script ran longest in it', () => {
  vi.stubGlobal('PerformanceObserver', FrameObserver);
  const used = ['mfe-catalog', 'mfe-account'].map(
    (id) =>
      ({ id, entry: `/remotes/${id}/1.0.0/remoteEntry.js`, routes: [] }) as unknown as ActiveRemote,
  );
  const read = observeVitals();
  const ofCatalog = '/remotes/mfe-catalog/1.0.0/list.js';
  const ofAccount = '/remotes/mfe-account/1.0.0/form.js';
  FrameObserver.show({ scripts: [script(ofAccount, 20), script(ofCatalog, 80)] });
  FrameObserver.show({ scripts: [] }, { scripts: [script(ofCatalog, 60)] });
  FrameObserver.show({ scripts: [script('/shell/1.0.0/main.js', 90)] });
  expect(read(used)).toMatchObject({ frames: { 'mfe-catalog': 2 } });
});
