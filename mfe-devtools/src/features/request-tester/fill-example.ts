import { type EndpointName, endpoints } from '@patchwork/api';
import { atom } from 'jotai';
import { draftAtom } from '../../draft.ts';
import { exampleBody, examplePath } from './examples.ts';

/** Replaces the draft by a request that this endpoint answers. The headers stay. */
export const fillExampleAtom = atom(null, (get, set, name: EndpointName): void =>
  set(draftAtom, {
    method: endpoints[name].method,
    endpoint: examplePath(name),
    headers: get(draftAtom).headers,
    body: exampleBody(name),
  }),
);
