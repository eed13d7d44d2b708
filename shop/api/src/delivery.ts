import { pinCodeSchema, type Serviceability } from '@patchwork/domain';
import * as v from 'valibot';
import type { Endpoint, QueryCodec } from './endpoint.ts';

const pinQuery = {
  encode: ({ pin }: Pick<Serviceability, 'pin'>): Record<string, string> => ({ pin }),
  schema: v.object({ pin: pinCodeSchema }),
} satisfies QueryCodec;

const rupees = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const serviceabilityResponse = v.object({
  pin: v.string(),
  isDeliverable: v.boolean(),
  days: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  isCashOnDelivery: v.boolean(),
  cashOnDelivery: v.nullable(v.object({ limit: rupees, fee: rupees })),
}) satisfies v.GenericSchema<unknown, Serviceability>;

export const deliveryEndpoints = {
  /** Says whether and in how many days the shop delivers to a PIN code, and on which terms in cash. */
  checkServiceability: {
    method: 'GET',
    path: '/api/serviceability',
    access: 'open',
    status: 200,
    query: pinQuery,
    response: serviceabilityResponse,
  },
} as const satisfies Record<string, Endpoint>;
