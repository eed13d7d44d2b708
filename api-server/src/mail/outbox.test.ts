import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { mails, shoppers } from '../database/schema.ts';
import { addShopper } from '../rows/shopper-rows.ts';
import { createLog } from '../telemetry/log.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { openMailSink } from '../testing/mail-sink.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { deleteOldMails, deliverMails, enqueueMail } from './outbox.ts';

const token = 'secret-token-of-the-mail';
const from = 'Patchwork <orders@shop.example>';
const mailerAt = (url: string) =>
  createMailer({ smtp: { url, from }, shopUrl: 'https://shop.example' });

describeOnEachDatabase((newDatabase) => {
  let opened: OpenDatabase;
  let sink: Awaited<ReturnType<typeof openMailSink>>;
  let lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });

  beforeAll(async () => {
    opened = await openDatabase(await newDatabase());
    sink = await openMailSink((to) => ({ b: 550, g: 451 })[to[0] ?? '']);
  });
  beforeEach(async () => {
    lines = [];
    sink.mails.length = 0;
    await opened.db.delete(mails);
  });
  afterAll(async () => {
    await sink.close();
    await opened.close();
  });

  const deliver = async (mailer: Mailer = mailerAt(sink.url), signal?: AbortSignal) => {
    const outcome = await deliverMails({ db: opened.db, mailer, log }, signal);
    mailer.close();
    return outcome;
  };

  async function enqueue(email = `m-${randomUUID()}@patchwork.example`): Promise<string> {
    const names = { name: '', firstName: '', lastName: '', profile: {}, passwordHash: '' };
    const shopper = await addShopper(opened.db, { email, ...names });
    if (!shopper) throw new Error('The email is taken');
    await enqueueMail(opened.db, eq(shoppers.id, shopper.id), {
      kind: 'resetPassword',
      data: { token },
    });
    return email;
  }

  const stored = () => opened.db.select().from(mails);
  const makeDue = () => opened.db.update(mails).set({ nextAttemptAt: sql`now()` });

  test('a mail is sent as text and HTML with its id, and its data is erased', async () => {
    const email = await enqueue();
    expect(await deliver()).toBe('done');
    const [row] = await stored();
    expect(row).toMatchObject({
      recipient: email,
      data: {},
      sentAt: expect.any(Date),
      attempts: 1,
    });
    const [mail] = sink.mails;
    expect(mail).toMatchObject({ id: row?.id, to: [email] });
    expect(mail?.source).toContain('From: Patchwork <orders@shop.example>');
    expect(mail?.source).toMatch(/text\/plain[\s\S]*text\/html/);
    await deliver();
    expect(sink.mails).toHaveLength(1);
  });

  test('a mail is retried after a temporary error, given up after a permanent one, and neither blocks others', async () => {
    const [later, refused] = [
      await enqueue(`g${randomUUID()}@x.example`),
      await enqueue(`b${randomUUID()}@x.example`),
    ];
    const other = await enqueue();
    await deliver();
    expect(sink.mails.map(({ to }) => to)).toEqual([[other]]);
    const rows = new Map((await stored()).map((row) => [row.recipient, row]));
    expect(rows.get(later)).toMatchObject({ sentAt: null, failedAt: null, data: { token } });
    expect(rows.get(refused)).toMatchObject({ sentAt: null, failedAt: expect.any(Date) });
  });

  test('a mail is given up after thirty attempts', async () => {
    await enqueue(`g${randomUUID()}@x.example`);
    await opened.db.update(mails).set({ attempts: 29 });
    await deliver();
    expect(await stored()).toMatchObject([{ attempts: 30, failedAt: expect.any(Date) }]);
  });

  test('while the mail server is unavailable, one mail is tried and none is lost', async () => {
    await enqueue();
    await enqueue();
    expect(await deliver(mailerAt('smtp://127.0.0.1:1'))).toBe('away');
    expect((await stored()).map(({ attempts }) => attempts).toSorted()).toEqual([0, 1]);
    await makeDue();
    await deliver();
    expect(sink.mails).toHaveLength(2);
  });

  test('an expired link is not mailed', async () => {
    await enqueue();
    await opened.db.update(mails).set({ createdAt: sql`now() - interval '2 hours'` });
    await deliver();
    expect(sink.mails).toEqual([]);
    expect(await stored()).toMatchObject([{ failedAt: expect.any(Date), data: {} }]);
  });

  test('a mail that was sent or given up is deleted after 30 days, and one that waits is kept', async () => {
    const [waiting, sent, failed, failedLater] = await Promise.all([
      enqueue(),
      enqueue(),
      enqueue(),
      enqueue(),
    ]);
    const set = (recipient: string, fields: object) =>
      opened.db.update(mails).set(fields).where(eq(mails.recipient, recipient));
    const monthAgo = sql`now() - interval '31 days'`;
    await opened.db.update(mails).set({ createdAt: monthAgo });
    await set(sent, { sentAt: monthAgo });
    await set(failed, { failedAt: monthAgo });
    await set(failedLater, { failedAt: sql`now() - interval '29 days'` });
    await deleteOldMails(opened.db);
    const kept = (await stored()).map(({ recipient }) => recipient);
    expect(kept.toSorted()).toEqual([waiting, failedLater].toSorted());
  });

  test('stopping finishes the current mail and starts no other', async () => {
    await enqueue();
    await enqueue();
    const stopping = new AbortController();
    const mailer = mailerAt(sink.url);
    const send: Mailer['send'] = (...mail) => {
      stopping.abort();
      return mailer.send(...mail);
    };
    await deliver({ ...mailer, send }, stopping.signal);
    expect(sink.mails).toHaveLength(1);
    expect((await stored()).filter(({ sentAt }) => sentAt)).toHaveLength(1);
  });

  test('an email that looks like several or like a header is one recipient or none', async () => {
    await enqueue(`x,victim@patchwork.example`);
    await opened.db.insert(mails).values({
      ...{ id: randomUUID(), kind: 'resetPassword', data: { token } },
      recipient: 'a@x.example\r\nBcc: victim@patchwork.example',
    });
    await deliver();
    for (const { to, source } of sink.mails) {
      expect(to).not.toContain('victim@patchwork.example');
      expect(source).not.toMatch(/^bcc:/im);
    }
  });

  test('two processes lose none of 60 mails, and send at most one twice for each kill', async () => {
    for (let count = 0; count < 60; count += 1) await enqueue();
    let kills = 0;
    async function work(): Promise<void> {
      const mailer = mailerAt(sink.url);
      let left = 6;
      let isKilled = false;
      // Killed after the mail server has accepted the mail, before the outbox records it.
      const send: Mailer['send'] = async (...mail) => {
        await mailer.send(...mail);
        left -= 1;
        if (left === 0 && kills < 10) {
          kills += 1;
          isKilled = true;
          throw new Killed();
        }
      };
      const db = new Proxy(opened.db, {
        get: (target, name) => {
          if (isKilled && name === 'update') throw new Killed();
          return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
        },
      });
      await deliverMails({ db, mailer: { ...mailer, send }, log }, undefined).catch((error) => {
        if (!(error instanceof Killed)) throw error;
        return work();
      });
      mailer.close();
    }
    await Promise.all([work(), work()]);
    await makeDue();
    await deliver();
    const ids = new Set(sink.mails.map(({ id }) => id));
    expect(ids.size).toBe(60);
    expect(kills).toBeGreaterThan(5);
    expect(sink.mails.length - ids.size).toBeLessThanOrEqual(kills);
    expect((await stored()).every(({ sentAt }) => sentAt !== null)).toBe(true);
  });

  test('the log contains no recipient, no token and no text of the mail server', async () => {
    await enqueue(`g-meera@x.example`);
    await enqueue(`b-meera@x.example`);
    await deliver();
    await enqueue();
    await deliver(mailerAt('smtp://127.0.0.1:1'));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(/@|meera|no mailbox|secret-token/);
  });
});

/** Simulates the death of the process. */
class Killed extends Error {}
