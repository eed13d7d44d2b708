import type { ErrorRecord } from '@patchwork/devtools-bridge';
import type { RunningVersions } from './describe-error.ts';
import { withoutPersonalData } from './without-personal-data.ts';

/** A page that fails again and again must not fill the operators' log. */
const MAX_REPORTS = 20;

const MAX_FRAMES = 5;

/** The files of the shop on a stack, with line and column. A page's own address is not among them. */
function framesOf(stack: string, entries: readonly string[]): string[] {
  const folders = ['/static/', ...entries].map(
    (path) => new URL('.', new URL(path, location.href)),
  );
  const addresses = stack.match(/https?:\/\/[^\s()]+?\.js(?:\?\w*)?:\d+:\d+/g) ?? [];
  return addresses
    .filter((address) => folders.some(({ href }) => address.startsWith(href)))
    .slice(0, MAX_FRAMES);
}

/**
 * Sends each error once to the shop's operators. A report names no visitor, page or session: it has neither
 * cookies nor a referrer. It is plain text, which needs no preflight request to another origin, and it is sent
 * even when the page is left. One that can't be sent must not disturb the shopper.
 */
export function createReporter(
  url: string,
): (record: ErrorRecord, versions: RunningVersions) => void {
  const sent = new Set<string>();
  return (record, { shell, remotes }) => {
    const { event, piece, version, route, message, stack, cause, fallback } = record;
    const what = {
      event,
      piece,
      version,
      message: withoutPersonalData(message),
      frames: framesOf(
        stack,
        remotes.map(({ entry }) => entry),
      ),
      cause,
      fallback,
    };
    const key = JSON.stringify(what);
    if (sent.has(key) || sent.size === MAX_REPORTS) return;
    sent.add(key);
    const release = Object.fromEntries([
      ['shell', shell],
      ...remotes.map((remote) => [remote.id, remote.version]),
    ]);
    const body = JSON.stringify({ format: 2, ...what, route, release });
    void fetch(url, {
      method: 'POST',
      body,
      mode: 'no-cors',
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined);
  };
}
