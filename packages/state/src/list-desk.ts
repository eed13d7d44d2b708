import { type Ledger, openLedger } from './list-ledger.ts';
import { createSender, type Sender, type SenderOptions } from './list-sender.ts';
import { withLock } from './tab-lock.ts';

/** Where one list of one session is worked on in this page. */
export interface Desk<T> {
  readonly ledger: Ledger<T>;
  readonly sender: Sender;
}

type DeskOptions<T> = Parameters<typeof openLedger<T>>[0] &
  Omit<SenderOptions<T>, 'ledger' | 'lock'>;

export const openDesk = <T>(options: DeskOptions<T>): Desk<T> => {
  const ledger = openLedger<T>(options);
  return { ledger, sender: createSender<T>({ ...options, ledger, lock: withLock }) };
};
