import { parseEmail } from '@patchwork/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailSink } from '../testing/mail-sink.ts';
import { createMailer } from './mailer.ts';

let sink: Awaited<ReturnType<typeof openMailSink>>;

beforeAll(async () => {
  sink = await openMailSink();
});
afterAll(() => sink.close());

test.each([
  'a.b+tag@shop.example',
  "o'neil_{1}@shop.example",
  'a=b/c@shop.example',
  'a@BÜCHER.example',
  'मीरा@shop.example',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}example`,
])('the mailer sends to the address %j as to one recipient', async (typed) => {
  const stored = parseEmail(typed) ?? '';
  const smtp = { url: sink.url, from: 'Patchwork <orders@shop.example>' };
  const mailer = createMailer({ smtp, shopUrl: 'https://shop.example' });
  await mailer.send('one', stored, { kind: 'resetPassword', data: { token: 'x' } });
  mailer.close();
  // The mail server of the test writes domains in Unicode again.
  expect(sink.mails.at(-1)?.to.map(parseEmail)).toEqual([stored]);
});
