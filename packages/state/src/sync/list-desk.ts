import { type Ledger, openLedger } from './stored-queue.ts';
import { createSender, type Sender, type SenderOptions } from './sync-loop.ts';
import { withLock } from './tab-lock.ts';

/** Where one list of one session is worked on in this page. */
export interface Desk<T> {
  readonly ledger: Ledger<T>;
  readonly sender: Sender;
}

type DeskOptions<T> = Parameters<typeof openLedger<T>>[0] &
  Omit<SenderOptions<T>, 'ledger' | 'lock'>;

export function openDesk<T>(options: DeskOptions<T>): Desk<T> {
  const ledger = openLedger<T>(options);
  return {
    ledger,
    sender: createSender<T>({ ...options, ledger, lock: withLock }),
  };
}
