import { useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { WireRequest } from './request.ts';
import { type Exchanged, titleOf } from './response.ts';
import { prepareAtom } from './tester.ts';

export interface Step {
  /** What is shown of the request, without secrets. */
  readonly method: string;
  readonly path: string;
  readonly request: WireRequest;
  /** Returns how the response differs from what is expected, one sentence each; undefined if nothing is expected. */
  readonly check?: (answer: {
    readonly status: number;
    readonly body: string;
  }) => readonly string[];
}

export interface StepResult extends Pick<Step, 'method' | 'path'> {
  /** Status or error: '200 OK', 'Network Error'. */
  readonly title: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Whether there was a response, and one as expected. */
  readonly isPassed: boolean;
  readonly isChecked: boolean;
  readonly problems: readonly string[];
}

function resultOf({ method, path, check }: Step, exchanged: Exchanged): StepResult {
  const { outcome, content, duration } = exchanged;
  const body = content && 'text' in content ? content.text : '';
  const problems =
    outcome.kind === 'response'
      ? (check?.({ status: outcome.status, body }) ?? [])
      : ['there is no response'];
  return {
    ...{ method, path, title: titleOf(outcome), duration, problems },
    isPassed: problems.length === 0,
    isChecked: check !== undefined,
  };
}

/** Maximum time of a request with its response: an event stream may never end. */
const TIMEOUT_MS = 30_000;

/** Sends requests one after the other, whatever comes of each. Leaving the page or `cancel` ends it. */
export function useSequence() {
  const prepare = useSetAtom(prepareAtom);
  const [results, setResults] = useState<readonly StepResult[]>([]);
  const [total, setTotal] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(steps: readonly Step[]): Promise<void> {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setResults([]);
    setFailed(false);
    setTotal(steps.length);
    try {
      const { exchange } = await import('./exchange.ts');
      await prepare();
      for (const step of steps) {
        if (abort.signal.aborted) break;
        const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const exchanged = await exchange(step.request, signal, () => undefined);
        if (!abort.signal.aborted) setResults((before) => [...before, resultOf(step, exchanged)]);
      }
    } catch (cause) {
      console.error(cause);
      setFailed(true);
    } finally {
      running.current = undefined;
      setTotal(undefined);
    }
  }
  return {
    ...{ run, results, hasFailed },
    /** Number of requests of the sequence that is being sent. */
    total,
    cancel: () => running.current?.abort(),
  };
}
