import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Mail } from '@patchwork/api/mail';
import { anAddress } from '@patchwork/domain/testing';
import { isNotNull } from 'drizzle-orm';
import type { Database } from '../../api-server/src/database/database.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import { mails } from '../../api-server/src/database/schema.ts';
import { DATABASE_WAIT_MS } from '../../api-server/src/settings.ts';
import { openMailSink } from '../../api-server/src/testing/mail-sink.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { createRandom } from './actors.ts';
import { createApiProcess, killAtRandom } from './processes.ts';

const POLL_MS = 200;
/** Maximum number of mails in one statement, because its number of parameters is limited. */
const BATCH_SIZE = 5_000;

const orderPlaced = {
  kind: 'orderPlaced',
  data: {
    number: 'PW-7K3M-X9Q2',
    lines: [{ title: 'Linen Shirt', size: 'M', quantity: 2, total: 3998 }],
    total: 3998,
    address: anAddress,
  },
} satisfies Mail;

async function fillOutbox(db: Database, count: number): Promise<readonly string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...orderPlaced,
    id: randomUUID(),
    recipient: `shopper-${index}@patchwork.example`,
  }));
  for (let begin = 0; begin < count; begin += BATCH_SIZE) {
    await db.insert(mails).values(rows.slice(begin, begin + BATCH_SIZE));
  }
  return rows.map(({ id }) => id);
}

/** Sends a full outbox through two API processes, which are killed and restarted until the outbox is empty. */
async function sendThroughKills(url: string, seed: number, count: number) {
  const start = performance.now();
  const { db, close } = await openDatabase({
    kind: 'postgres',
    url,
    connections: 3,
    waitMs: DATABASE_WAIT_MS,
  });
  const sink = await openMailSink();
  const ids = await fillOutbox(db, count);
  const env = {
    DATABASE_URL: url,
    TOKEN_SECRET: 'a secret of the simulation that is long enough',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Patchwork <orders@shop.example>',
    SHOP_URL: 'https://shop.example',
  };
  const processes = [await createApiProcess(env), await createApiProcess(env)];
  const closing = new AbortController();
  try {
    await Promise.all(processes.map((each) => each.start()));
    const random = createRandom(seed, 0);
    const arrived = () => sink.mails.length;
    const killing = killAtRandom(processes, random, arrived, Math.ceil(count / 10), closing.signal);
    while ((await db.$count(mails, isNotNull(mails.sentAt))) < count) {
      if ((await db.$count(mails, isNotNull(mails.failedAt))) > 0) break;
      await wait(POLL_MS);
    }
    closing.abort();
    const kills = await killing;
    const sent = new Set(sink.mails.map(({ id }) => id));
    const lost = ids.filter((id) => !sent.has(id)).length;
    const doubles = sink.mails.length - sent.size;
    return { kills, lost, doubles, seconds: (performance.now() - start) / 1000 };
  } finally {
    closing.abort();
    await Promise.all(processes.map((each) => each.kill()));
    await sink.close();
    await close();
  }
}

/**
 * Sends a full outbox for each seed and prints a line for the seed. Resolves to the number of seeds for which a mail
 * was lost, or more mails were sent twice than there were kills.
 */
export async function sendMails({
  seeds,
  from,
  mails: count,
}: Readonly<Record<'seeds' | 'from' | 'mails', number>>): Promise<number> {
  let broken = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { kills, lost, doubles, seconds } = await onPostgres((url) =>
      sendThroughKills(url, seed, count),
    );
    const isHeld = lost === 0 && doubles <= kills;
    if (!isHeld) broken += 1;
    const line = `${count} mails, ${kills} kills, ${doubles} sent twice, ${lost} lost`;
    console.log(`${isHeld ? 'held  ' : 'BROKEN'} seed ${seed}: ${line}, ${seconds.toFixed(0)} s`);
  }
  return broken;
}
