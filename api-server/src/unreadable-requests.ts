import { refusalBody, refusals } from '@patchwork/api/refusals';
import type { RefusalParts, UnreadableStatus } from '@patchwork/http-server';
import { securityHeaders } from './headers.ts';
import { serverRefusals } from './refusals.ts';

const refusalOf = {
  400: refusals.badRequest,
  408: serverRefusals.tooSlow,
  431: serverRefusals.headersTooLarge,
} as const;

/** Refuses what Node cannot read as a request as the API refuses all else. */
export const refuseUnreadable = (status: UnreadableStatus): RefusalParts => ({
  headers: { ...securityHeaders, 'content-type': 'application/json' },
  body: JSON.stringify(refusalBody(refusalOf[status])),
});
