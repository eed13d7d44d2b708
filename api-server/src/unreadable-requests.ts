import { type Server, STATUS_CODES } from 'node:http';
import { refusalBody, refusals } from '@patchwork/api/refusals';
import { securityHeaders } from './headers.ts';
import { serverRefusals } from './refusals.ts';

const refusalOf: Readonly<Record<string, { readonly status: number; readonly text: string }>> = {
  HPE_HEADER_OVERFLOW: serverRefusals.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: serverRefusals.tooSlow,
};

/** Refuses what Node cannot read as a request as the API refuses all else; by itself it says nothing. */
export function refuseUnreadableRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const refusal = refusalOf[error.code ?? ''] ?? refusals.badRequest;
    const body = JSON.stringify(refusalBody(refusal));
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}
