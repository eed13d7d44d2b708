export type { Mail, MailKind } from './mails.ts';
export { LINK_LIFETIME_MS, mailAbout, RESEND_AFTER_MS } from './mails.ts';
export type { RenderedMail } from './render.ts';
export { renderMail } from './render.ts';
