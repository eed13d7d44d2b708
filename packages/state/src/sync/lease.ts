import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';

declare global {
  interface PatchworkStores {
    lease: 'shopper';
  }
}

/** Longer than a request may take. It is renewed while the work runs; a page that is gone can't. */
const LEASE_MS = 20_000;

/** Until what one tab stores is seen by all: browsers keep tabs in several processes. */
const SEEN_MS = 50;

const leaseSchema = v.object({ owner: v.string(), until: v.number() });

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Runs the work when no other tab holds the lease of this name, which is stored for all tabs. Of two tabs that
 * take it at the same time the later one has it. Where nothing can be stored, tabs share no work either.
 */
export async function withLease(name: string, work: () => Promise<void>): Promise<void> {
  const parse = v.parser(leaseSchema);
  // Its name holds the shopper's email, which a key must not show.
  const scope = { shopper: name };
  const stored = createStoredValue({ name: 'lease', version: 1, parse, scope });
  const owner = String(Math.random());
  const isOwn = () => stored.read()?.owner === owner;
  const take = () => stored.write({ owner, until: Date.now() + LEASE_MS });
  const isFree = () => {
    const left = (stored.read()?.until ?? 0) - Date.now();
    // A clock that was set back must not keep it for hours.
    return left <= 0 || left > LEASE_MS;
  };
  while (!isOwn()) {
    if (isFree() && !take()) break;
    await pause(SEEN_MS);
  }
  // A page that was frozen meanwhile has one that is over by now.
  take();
  const release = () => {
    if (isOwn()) stored.remove();
  };
  const renewal = setInterval(() => isOwn() && take(), LEASE_MS / 4);
  globalThis.window?.addEventListener('pagehide', release);
  try {
    await work();
  } finally {
    clearInterval(renewal);
    globalThis.window?.removeEventListener('pagehide', release);
    release();
  }
}
