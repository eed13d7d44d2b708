import type { ErrorRecord } from '../devtools/page-logs.ts';
import type { ActiveRemote } from '../index.ts';

/** An error as it was caught: the thrown value, and what is known without inspecting that value. */
export interface Finding extends Pick<ErrorRecord, 'event' | 'cause' | 'fallback'> {
  readonly error: unknown;
  /** Remote at fault, if known: its error boundary caught the error, or its version was replaced. */
  readonly remote?: Pick<ActiveRemote, 'id' | 'version'> | undefined;
  readonly componentStack?: string | null | undefined;
}

/** A finding, with its time and page. */
export interface Occurrence extends Finding {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly pathname: string;
}

export interface ErrorWatch {
  /** Adds a caught error, which the browser doesn't report by itself. */
  readonly add: (finding: Finding) => void;
  /** Passes all findings to the listener, including earlier ones. Only the first call has an effect. */
  readonly connect: (receive: (occurrence: Occurrence) => void) => void;
}

/** Returns the directive and the refused origin as text. The full address could hold personal data. */
function violationText({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): string {
  const source = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI;
  return `${effectiveDirective} refused ${source}`;
}

/**
 * Starts to collect errors. An error that is reported in several ways is collected once; one that a remote has caught,
 * again if it is thrown where the remote doesn't catch it.
 */
export function watchErrors(): ErrorWatch {
  const known = new WeakSet<object>();
  const waiting: Occurrence[] = [];
  let receive: ((occurrence: Occurrence) => void) | undefined;

  function add(finding: Finding): void {
    const { error } = finding;
    if (error instanceof Object) {
      if (known.has(error)) return;
      if (finding.event !== 'caught') known.add(error);
    }
    const occurrence = { ...finding, at: Date.now(), pathname: location.pathname };
    if (receive) receive(occurrence);
    else waiting.push(occurrence);
  }

  // React also dispatches to this listener the errors that it can't catch or that it recovers from.
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
