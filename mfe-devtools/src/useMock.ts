import type { Inspection } from '@patchwork/devtools-bridge';
import type { Mock, MockControl, MockState } from '@patchwork/mock-server';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** What a part of the panel finds that wants to steer the mock. */
export type MockAccess =
  /** The page talks to a real API. */
  | { readonly kind: 'none' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'running'; readonly mock: Mock };

/** The page's mock, started if it does not run yet. */
export function useMock({ mock: start }: Inspection): MockAccess {
  const [access, setAccess] = useState<MockAccess>({ kind: 'starting' });
  useEffect(() => {
    let isLeft = false;
    const tell = (found: MockAccess) => {
      if (!isLeft) setAccess(found);
    };
    start?.().then(
      (mock) => tell({ kind: 'running', mock }),
      (cause) => tell({ kind: 'failed', reason: String(cause) }),
    );
    return () => {
      isLeft = true;
    };
  }, [start]);
  return start ? access : { kind: 'none' };
}

/** The mock's data, settings and past, anew after each change. */
export function useMockState(control: MockControl): MockState {
  return useSyncExternalStore(control.subscribe, control.read);
}
