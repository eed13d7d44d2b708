import type { Draft } from '../../../draft.ts';
import { importRequests } from './import-requests.ts';
import type { Imported, ImportedRequest } from './imported.ts';

export function read(text: string): Imported {
  const result = importRequests(text, location.href);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

export function readFirst(text: string): ImportedRequest {
  const [first] = read(text).requests;
  if (!first) throw new Error('no request');
  return first;
}

export const draftsOf = (text: string): readonly Draft[] =>
  read(text).requests.map(({ draft }) => draft);

/** Names of the requests: 'GET https://a.example/x'. */
export const namesOf = (text: string): readonly string[] =>
  draftsOf(text).map(({ method, endpoint }) => `${method} ${endpoint}`);

/** Error of an import that is refused; '' for any other. */
export function errorOf(text: string): string {
  const result = importRequests(text, location.href);
  return result.ok ? '' : result.error;
}

export const row = (header: string, value: string) => ({ isUsed: true, header, value });
