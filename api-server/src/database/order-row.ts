import type { WireOrder } from '@patchwork/api/wire';
import type { orders } from './schema.ts';

/** An order in the API's format. */
export const toWireOrder = (row: typeof orders.$inferSelect): WireOrder => ({
  _id: row.id,
  placedAt: row.placedAt.toISOString(),
  lines: row.lines,
  total: row.total,
  address: row.address,
  paymentReference: row.paymentReference,
});
