import type { Inspection } from '@patchwork/devtools-bridge';
import type { Mock, MockControl, MockState } from '@patchwork/mock-server';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** The page's mock, for a part of the panel. */
export type MockAccess =
  /** The page talks to a real API. */
  | { readonly kind: 'none' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'running'; readonly mock: Mock };

/** The page's mock. It is started if it does not run yet. */
export function useMock({ mock: start }: Inspection): MockAccess {
  const [access, setAccess] = useState<MockAccess>({ kind: 'starting' });
  useEffect(() => {
    start?.().then(
      (mock) => setAccess({ kind: 'running', mock }),
      (cause) => setAccess({ kind: 'failed', reason: String(cause) }),
    );
  }, [start]);
  return start ? access : { kind: 'none' };
}

/** The mock's data, settings and changes. Renders again after each change. */
export function useMockState(control: MockControl): MockState {
  return useSyncExternalStore(control.subscribe, control.read);
}
