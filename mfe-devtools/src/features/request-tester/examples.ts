import { type EndpointName, endpointNames, endpoints, pathFor } from '@patchwork/api';
import { exampleBodyOf, exampleIds } from '@patchwork/api/examples';
import { atom } from 'jotai';
import { draftAtom, type Method } from '../../draft.ts';

export const examplePath = (name: EndpointName): string => pathFor(endpoints[name], exampleIds);

/** A body that the endpoint accepts, as text; `{}` where it takes none. */
export function exampleBody(name: EndpointName): string {
  const body = exampleBodyOf(name);
  return body === undefined ? '{}' : JSON.stringify(body, null, 2);
}

/** The endpoint that a suggested path stands for: with this method, if the path has it. */
export function suggested(path: string, method: Method): EndpointName | undefined {
  const candidates = endpointNames.filter((name) => examplePath(name) === path);
  return candidates.find((name) => endpoints[name].method === method) ?? candidates[0];
}

/** Replaces the draft by an example request to this endpoint. The headers stay. */
export const fillExampleAtom = atom(null, (get, set, name: EndpointName): void =>
  set(draftAtom, {
    method: endpoints[name].method,
    endpoint: examplePath(name),
    headers: get(draftAtom).headers,
    body: exampleBody(name),
  }),
);
