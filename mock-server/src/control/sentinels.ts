import { type EndpointName, endpoints } from '@patchwork/api';
import { signToken } from '../api/tokens.ts';

/* The implementation of `sentinel-list.ts`. */

const emails = {
  'fail-500@patchwork.example': 'fail',
  'expired@patchwork.example': 'expired',
  'unknown@patchwork.example': 'unknown',
} as const;

type EmailSentinel = (typeof emails)[keyof typeof emails];

export const emailSentinel = (email: string): EmailSentinel | undefined =>
  Object.entries(emails).find(([sentinel]) => sentinel === email.toLowerCase())?.[1];

/** A login that works, with a token that does not. */
export async function sentinelLogin(sentinel: 'expired' | 'unknown') {
  const email = `${sentinel}@patchwork.example`;
  const foundUser = { _id: sentinel, name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email };
  const encodedToken = await signToken(foundUser, sentinel === 'expired' ? '-1h' : '7d');
  return { foundUser, encodedToken };
}

export const failingId = 'fail-500';

/** The directives in the page's query. */
export interface Directives {
  readonly empty: boolean;
  readonly slow: boolean;
  /** Whether this call of `name` fails. To be asked once for each call: fail-once is then used up. */
  fails: (name: EndpointName) => boolean;
}

/** Reads `?mock=…`. An unknown word is ignored, with a warning. */
export function readDirectives(search: string): Directives {
  const words = new URLSearchParams(search)
    .getAll('mock')
    .flatMap((value) => value.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const always = new Set<string>();
  const once = new Set<string>();
  for (const word of words) {
    const [directive, name = ''] = word.split(':');
    if (directive === 'fail' && Object.hasOwn(endpoints, name)) always.add(name);
    else if (directive === 'fail-once' && Object.hasOwn(endpoints, name)) once.add(name);
    else if (word !== 'empty' && word !== 'slow') console.warn(`?mock=${word} is not understood.`);
  }
  return {
    empty: words.includes('empty'),
    slow: words.includes('slow'),
    fails: (name) => once.delete(name) || always.has(name),
  };
}
