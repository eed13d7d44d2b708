import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface SunkMail {
  readonly id: string;
  readonly to: readonly string[];
  /** Headers and body, as received. */
  readonly source: string;
}

/** Starts a mail server that stores all mails, except to recipients for which `refuse` returns an SMTP status. */
export async function openMailSink(
  refuse: (recipient: string) => number | undefined = () => undefined,
) {
  const mails: SunkMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const status = refuse(address);
      done(
        status === undefined
          ? null
          : Object.assign(new Error(`no mailbox ${address}`), { responseCode: status }),
      );
    },
    onData(stream, { envelope }, done) {
      text(stream).then((source) => {
        const id = /^message-id: <([^@]+)@/im.exec(source)?.[1] ?? '';
        mails.push({ id, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      }, done);
    },
  });
  // A killed client resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
