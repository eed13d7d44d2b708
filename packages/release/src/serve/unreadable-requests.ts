import { type Server, STATUS_CODES } from 'node:http';
import { fileHeaders } from '../policy/page-headers.ts';

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Refuses what Node can't read as a request with the headers of every other response. */
export function refuseUnreadableRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const status = statuses[error.code ?? ''] ?? 400;
    const reason = STATUS_CODES[status];
    const headers = {
      ...fileHeaders,
      'content-type': 'text/plain;charset=utf-8',
      'content-length': `${reason}.\n`.length,
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${reason}`, ...lines].join('\r\n');
    socket.end(`${head}\r\n\r\n${reason}.\n`);
  });
}
