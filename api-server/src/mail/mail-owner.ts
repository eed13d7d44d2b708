import { mailAbout } from '@patchwork/api/mail';
import { decodeAddress } from '@patchwork/api/wire';
import type { OrderEvent } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { shoppers } from '../database/schema.ts';
import { lifeOf, type OrderRow } from '../rows/order-row.ts';
import { enqueueMail } from './outbox.ts';

/** Enqueues the mail about an order's event or, without an event, about the new order. Some events have no mail. */
export async function mailOwner(tx: Database, order: OrderRow, event?: OrderEvent): Promise<void> {
  const address = decodeAddress(order.address);
  const about = { ...lifeOf(order), number: order.number, address };
  const mail = mailAbout({ ...about, isEmailConfirmed: true }, event);
  const unconfirmed = mailAbout({ ...about, isEmailConfirmed: false }, event);
  if (mail) await enqueueMail(tx, eq(shoppers.id, order.shopperId), mail, unconfirmed);
}
