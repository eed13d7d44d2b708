import type { RemoteComponent } from '@patchwork/federation/browser';
import { type FilledSlot, RemoteBoundary, useSlot } from '@patchwork/federation/browser';
import { type RefObject, useEffect, useState } from 'react';
import type { DevtoolsPanelProps, Inspection } from '../inspection.ts';
import { createInspection } from './create-inspection.ts';
import type { InspectedShop } from './devtools-context.tsx';
import { PanelFailure } from './PanelFailure.tsx';

export interface PanelProps {
  readonly shop: InspectedShop;
  readonly launcher: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

interface Outcome {
  readonly attempt: number;
  /** A sentence that says why there is no panel. */
  readonly failure?: string;
  readonly part?: RemoteComponent<DevtoolsPanelProps>;
  readonly inspection?: Inspection;
}

async function getPanel(
  slot: FilledSlot<DevtoolsPanelProps> | undefined,
  shop: InspectedShop,
): Promise<Partial<Outcome>> {
  if (!slot) return { failure: 'No remote of this shop fills the slot “devtools”.' };
  try {
    const [part, inspection] = await Promise.all([slot.load(), createInspection(shop)]);
    return { part, inspection };
  } catch (error) {
    console.error(error);
    return { failure: `${error instanceof Error ? error.message : error}.` };
  }
}

/** Returns the focus, when the panel closes, to the element that had it before. */
function useFocusReturn(launcher: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const hadFocus = before instanceof HTMLElement && before !== document.body;
      const target = hadFocus && before.isConnected ? before : launcher.current;
      target?.focus({ preventScroll: true });
    };
  }, [launcher]);
}

/** The open panel. Mounting this starts its download. */
export function Panel({ shop, launcher, onClose }: PanelProps) {
  const slot = useSlot<DevtoolsPanelProps>('devtools');
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  useFocusReturn(launcher);

  useEffect(() => {
    let left = false;
    void getPanel(slot, shop).then((got) => !left && setOutcome({ ...got, attempt }));
    return () => {
      left = true;
    };
  }, [slot, shop, attempt]);

  if (!outcome) return null;
  const {
    part,
    inspection,
    failure = 'It stopped with an error, which the console names.',
  } = outcome;
  const failureNotice = (
    <PanelFailure
      reason={failure}
      region={shop.region}
      onRetry={() => setAttempt(outcome.attempt + 1)}
      onClose={onClose}
    />
  );
  if (!slot || !part || !inspection) return failureNotice;
  return (
    <RemoteBoundary
      remote={part.remote}
      target={{ slot: 'devtools' }}
      loading={null}
      renderFailure={() => failureNotice}
      visit={outcome.attempt}
    >
      <part.Component inspection={inspection} onClose={onClose} />
    </RemoteBoundary>
  );
}
