import type { ErrorRecord } from '@patchwork/devtools-bridge';
import type { ActiveRemote } from '@patchwork/federation';

/** Error as it was found: the thrown value, and the facts that are known without looking into it. */
export interface Finding extends Pick<ErrorRecord, 'event' | 'cause' | 'fallback'> {
  readonly error: unknown;
  /** The remote whose boundary caught it. */
  readonly remote?: Pick<ActiveRemote, 'id' | 'version'> | undefined;
  /** The components around the one that threw, as React writes them. */
  readonly componentStack?: string | null | undefined;
}

/** Finding with its time and page. */
export interface Occurrence extends Finding {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly pathname: string;
}

/** Receiver of every error of the page. */
export interface ErrorWatch {
  /** Adds an error that was caught, which the browser therefore does not report. */
  readonly add: (finding: Finding) => void;
  /** Passes on all findings, including those before the call. Only the first call has an effect. */
  readonly connect: (receive: (occurrence: Occurrence) => void) => void;
}

/** Names the directive and the refused origin, not the whole address, which can hold data of the shopper. */
function violationText({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): string {
  const source = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI;
  return `${effectiveDirective} refused ${source}`;
}

/** Starts to receive the errors that no code catches. An error that is caught on its way is received once. */
export function watchErrors(): ErrorWatch {
  const known = new WeakSet<object>();
  const waiting: Occurrence[] = [];
  let receive: ((occurrence: Occurrence) => void) | undefined;

  function add(finding: Finding): void {
    const { error } = finding;
    if (error instanceof Object) {
      if (known.has(error)) return;
      known.add(error);
    }
    const occurrence = { ...finding, at: Date.now(), pathname: location.pathname };
    if (receive) receive(occurrence);
    else waiting.push(occurrence);
  }

  // React passes errors that it can't catch, and those it recovers from, to the first listener as well.
  addEventListener('error', ({ error, message }) =>
    add({ event: 'error', error: error ?? message }),
  );
  addEventListener('unhandledrejection', ({ reason }) => add({ event: 'error', error: reason }));
  document.addEventListener('securitypolicyviolation', (violation) =>
    add({ event: 'violation', error: violationText(violation) }),
  );
  return {
    add,
    connect(receiver) {
      if (receive) return;
      receive = receiver;
      for (const occurrence of waiting.splice(0)) receiver(occurrence);
    },
  };
}
