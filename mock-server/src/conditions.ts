import { findRoute } from '@patchwork/api/routes';
import { createStoredValue } from '@patchwork/host/storage';
import * as v from 'valibot';
import { interceptFetch } from './api/intercept.ts';
import { pause } from './api/pause.ts';
import type { ConditionsControl, MockSettings } from './control/control.ts';
import { createFailures, DEFAULT_SEED, failOnPurpose, toResponse } from './control/failures.ts';
import { ownResponseTo } from './control/own-responses.ts';
import { checkSettings, settingsSchema } from './control/settings.ts';

declare global {
  interface PatchworkStores {
    'api-conditions': 'tab';
  }
}

const stored = createStoredValue({
  name: 'api-conditions',
  version: 1,
  parse: v.parser(settingsSchema),
  scope: 'tab',
});

const usual: MockSettings = { delay: 0, seed: DEFAULT_SEED, failures: {} };

function createConditions() {
  const failures = createFailures();
  const listeners = new Set<() => void>();
  let settings = stored.read() ?? usual;
  const control: ConditionsControl = {
    read: () => settings,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changeSettings: (changes) => {
      const checked = checkSettings({ ...settings, ...changes });
      if (!checked.ok) return checked;
      if ('seed' in changes || 'failures' in changes) failures.restart();
      settings = checked.value;
      // If writing fails, older settings must not remain.
      stored.remove();
      if (JSON.stringify(settings) !== JSON.stringify(usual)) stored.write(settings);
      for (const listener of [...listeners]) listener();
      return { ok: true, value: undefined };
    },
  };
  return { control, failures };
}

let running: ConditionsControl | undefined;

/**
 * Simulates delays, failures and custom responses for a real API, as the mock does for its own API. A second start on
 * the same page returns the control of the first.
 */
export function startConditions(apiBaseUrl: string): ConditionsControl {
  if (running) return running;
  const { control, failures } = createConditions();
  const base = new URL(apiBaseUrl, location.href).href.replace(/\/+$/, '');
  const network = fetch.bind(globalThis);
  interceptFetch({
    covers: ({ href }) => href.startsWith(`${base}/api/`),
    answer: async (request) => {
      const settings = control.read();
      const own = ownResponseTo(request, settings.responses ?? []);
      if (own) return own;
      const { pathname } = new URL(request.url.slice(base.length), location.href);
      const route = findRoute(request.method, pathname);
      const failure = route && 'name' in route && failOnPurpose(failures, settings, route.name);
      await pause(settings.delay, request.signal);
      return failure ? toResponse(request.method, failure) : network(request);
    },
  });
  running = control;
  return control;
}
