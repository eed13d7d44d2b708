import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import type { Failure, MockSettings } from '@patchwork/mock-server';

/** 'GET /api/products' */
export const callTitle = (name: EndpointName): string =>
  `${endpoints[name].method} ${endpoints[name].path}`;

/** 0.5 as '50%'. */
export const percent = (rate: number): string => `${Math.round(rate * 100)}%`;

const effectOf = ({ as }: Failure): string =>
  as === 'network' ? 'get no response' : `get status ${as}`;

/** What fails on purpose, a line for each endpoint: 'GET /api/products: 50% get status 500'. */
export const describeFailures = (failures: MockSettings['failures']): string[] =>
  endpointNames.flatMap((name) => {
    const failure = failures[name];
    if (!failure || failure.rate === 0) return [];
    return `${callTitle(name)}: ${percent(failure.rate)} ${effectOf(failure)}`;
  });

/** 400 as '400 ms', 2500 as '2.5 s'. */
export const describeDelay = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds}\u00a0ms` : `${milliseconds / 1000}\u00a0s`;
