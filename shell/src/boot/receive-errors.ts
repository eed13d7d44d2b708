import { version } from '../../package.json';
import type { Receive, Receivers, RunningVersions } from '../errors/report-errors.ts';
import type { ErrorWatch, Occurrence } from '../errors/watch-errors.ts';
import { parseConfig } from './config.ts';
import { readDocument } from './read-shop.ts';

/** Passes the page's errors on. The code for it, which few pages need, is loaded with the first error. */
export function receiveErrors(
  errors: ErrorWatch,
  receivers: Receivers,
  versions: () => RunningVersions,
): void {
  const isNeeded = receivers.log !== undefined || receivers.url !== undefined;
  let receive: Promise<Receive> | undefined;

  async function pass(found: Occurrence, running: RunningVersions): Promise<void> {
    receive ??= import(/* webpackChunkName: "errors" */ '../errors/report-errors.ts').then(
      ({ createReceiver }) => createReceiver(receivers),
    );
    try {
      (await receive)(found, running);
    } catch {
      // Without a network there is no report either: the next error tries again.
      receive = undefined;
    }
  }

  errors.connect((found) => {
    if (isNeeded) void pass(found, versions());
  });
}

/** Passes errors on for a page that could not start. Without a configuration there is no address. */
export async function receiveErrorsOfFailedStart(errors: ErrorWatch): Promise<void> {
  const config = await readDocument('config')
    .then(parseConfig)
    .catch(() => undefined);
  const receivers = { url: config?.reporting?.url, log: undefined };
  receiveErrors(errors, receivers, () => ({ shell: version, remotes: [] }));
}
