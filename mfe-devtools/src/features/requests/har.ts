import type { CallRecord } from '@patchwork/kit/devtools';
import { hideInAddress, hideInBody, hideInHeader } from '../../secrets.ts';
import { durationOf, type FileRecord, isFile, type RequestEntry } from './timeline.ts';

/** Formats a body as text without its secrets. */
const textOf = (body: unknown, type?: string): string =>
  typeof body === 'string' ? hideInBody(body, type) : hideInBody(JSON.stringify(body));

const pairsOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value: hideInHeader(name, value) }));

/** Fields that HAR requires but whose values a page can't know. */
const unknown = { httpVersion: 'unknown', cookies: [], headersSize: -1, bodySize: -1 };

function requestOf(entry: RequestEntry) {
  const { href, searchParams } = new URL(hideInAddress(entry.url), location.href);
  const queryString = [...searchParams].map(([name, value]) => ({ name, value }));
  const request = { ...unknown, url: href, queryString };
  if (isFile(entry)) return { ...request, method: 'GET', headers: [] };
  const { method, requestHeaders, requestBody } = entry;
  return {
    ...request,
    method,
    headers: pairsOf(requestHeaders),
    ...(requestBody !== undefined && {
      postData: { mimeType: 'application/json', text: textOf(requestBody) },
    }),
  };
}

const mimeTypes: Readonly<Record<string, string>> = {
  Script: 'text/javascript',
  Style: 'text/css',
  JSON: 'application/json',
};

function fileResponse({ kind, timing }: FileRecord) {
  const { responseStatus, decodedBodySize: size, encodedBodySize, nextHopProtocol } = timing;
  return {
    ...unknown,
    httpVersion: nextHopProtocol || 'unknown',
    status: responseStatus ?? 0,
    statusText: '',
    headers: [],
    content: { size, mimeType: mimeTypes[kind] ?? '' },
    redirectURL: '',
    bodySize: encodedBodySize,
  };
}

function callResponse({ outcome }: CallRecord) {
  if (outcome?.kind !== 'responded') {
    const comment = outcome?.message ?? 'The response was pending.';
    const content = { size: 0, mimeType: '' };
    return {
      ...unknown,
      status: 0,
      statusText: '',
      headers: [],
      content,
      redirectURL: '',
      comment,
    };
  }
  const { status, statusText, headers, data } = outcome;
  const mimeType = headers['content-type'] ?? '';
  const text = data === undefined ? '' : textOf(data, mimeType);
  return {
    ...unknown,
    status,
    statusText,
    headers: pairsOf(headers),
    content: { size: new Blob([text]).size, mimeType, text },
    redirectURL: '',
  };
}

function entryOf(entry: RequestEntry) {
  const time = durationOf(entry) ?? 0;
  // Another origin must allow reading the timings (Timing-Allow-Origin).
  const wait =
    isFile(entry) && entry.timing.responseStart > 0
      ? entry.timing.responseStart - entry.timing.startTime
      : time;
  return {
    startedDateTime: new Date(entry.startedAt).toISOString(),
    time,
    request: requestOf(entry),
    response: isFile(entry) ? fileResponse(entry) : callResponse(entry),
    cache: {},
    timings: { send: 0, wait, receive: time - wait },
    comment: `By ${isFile(entry) ? entry.owner : entry.initiator}`,
  };
}

/** Exports calls and files as an HTTP Archive 1.2. Leaves out secrets. */
export const createHar = (entries: readonly RequestEntry[]) => ({
  log: {
    version: '1.2',
    creator: { name: 'Patchwork devtools', version: '1' },
    entries: entries.map(entryOf),
  },
});
