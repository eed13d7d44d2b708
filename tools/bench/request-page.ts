import { connect } from 'node:net';

/*
 * Requests a page, compressed, on ten connections, each time its answer is there, for some seconds. Sends its parent
 * how many answers came. It reads no more of an answer than where it ends, so that the server is what limits it.
 */

const CONNECTIONS = 10;

const [, , address = '', seconds = ''] = process.argv;
const { hostname, port, pathname } = new URL(address);
const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`;

let answers = 0;
let isOver = false;

/** The bytes of an answer; undefined while its head is not complete. */
function lengthOf(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received) ?? [];
  return end === -1 ? undefined : end + 4 + Number(length);
}

/** The server ends a connection after 100 answers: another one then takes its place. */
function open(): void {
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  let received = '';
  socket.on('connect', () => socket.write(request));
  socket.on('data', (part: string) => {
    received += part;
    const length = lengthOf(received);
    if (length === undefined || received.length < length) return;
    received = received.slice(length);
    answers += 1;
    socket.write(request);
  });
  socket.on('close', () => isOver || open());
}

for (let index = 0; index < CONNECTIONS; index += 1) open();
setTimeout(() => {
  isOver = true;
  process.send?.(answers, () => process.exit());
}, Number(seconds) * 1000);
