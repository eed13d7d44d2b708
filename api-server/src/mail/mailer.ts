import { type Mail, renderMail } from '@patchwork/api/mail';
import { createTransport } from 'nodemailer';
import type { Settings } from '../settings.ts';

/** Timeout for sending a mail. The outbox claims a mail for longer than this. */
export const SEND_TIMEOUT_MS = 60_000;

const CONNECT_TIMEOUT_MS = 10_000;

export interface Mailer {
  /**
   * Sends a mail with this message id, by which the recipient's mail server can recognize a duplicate. Rejects if the
   * mail server doesn't accept the mail in time.
   */
  readonly send: (id: string, recipient: string, mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** Returns a sender's domain: 'shop.example' for 'Patchwork <orders@shop.example>'. */
const domainOf = (from: string): string => from.replace(/^.*@|>$/g, '');

/** Creates a client of a mail server. It connects when the first mail is sent, and keeps the connection open. */
export function createMailer({
  smtp,
  shopUrl,
}: Pick<Settings, 'shopUrl'> & { readonly smtp: NonNullable<Settings['smtp']> }): Mailer {
  const transport = createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: 1,
    // Never send a password over an unencrypted connection.
    requireTLS: new URL(smtp.url).username !== '',
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (id, recipient, mail) => {
      const { subject, text, html } = renderMail(mail, { shopUrl });
      await transport.sendMail({
        from: smtp.from,
        // As an object, it is always a single address; a string would be parsed as a list.
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        messageId: `<${id}@${domainOf(smtp.from)}>`,
        headers: { 'auto-submitted': 'auto-generated' },
        xMailer: false,
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
    },
    close: () => transport.close(),
  };
}
