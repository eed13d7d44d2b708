import { emailKeyOf } from '@patchwork/domain';
import { calls } from '../api/calls.ts';

/* Implements `sentinel-list.ts`. */

const emails = new Map<string, 'fail' | 'expired' | 'unknown'>([
  ['fail-500@patchwork.example', 'fail'],
  ['expired@patchwork.example', 'expired'],
  ['unknown@patchwork.example', 'unknown'],
]);

export const emailSentinel = (email: string) => emails.get(emailKeyOf(email));

/** Delay in milliseconds for `?mock=slow` and the scenario with a slow network. */
export const SLOW_DELAY_MS = 3000;

export const failingId = 'fail-500';

export interface Directives {
  readonly empty: boolean;
  readonly slow: boolean;
  /** Names of calls that fail each time. */
  readonly failing: ReadonlySet<string>;
  /** Names of calls that fail once. A name is removed after the failure. */
  readonly failingOnce: Set<string>;
}

/** Parses `?mock=…`. Unknown words are ignored with a warning. */
export function readDirectives(search: string): Directives {
  const words = new URLSearchParams(search)
    .getAll('mock')
    .flatMap((value) => value.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const failing = new Set<string>();
  const failingOnce = new Set<string>();
  for (const word of words) {
    const [directive, name = ''] = word.split(/:(.*)/s);
    const isCall = Object.hasOwn(calls, name) || /^[A-Z]+ (?:\/api\/|https?:)/.test(name);
    if (directive === 'fail' && isCall) failing.add(name);
    else if (directive === 'fail-once' && isCall) failingOnce.add(name);
    else if (word !== 'empty' && word !== 'slow') console.warn(`?mock=${word} is not understood.`);
  }
  return { empty: words.includes('empty'), slow: words.includes('slow'), failing, failingOnce };
}
