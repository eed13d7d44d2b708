import { type Address, addressSchema } from '@patchwork/domain';
import * as v from 'valibot';

const { id: _id, ...fields } = addressSchema.entries;

/** An address as a server receives and stores it, trimmed. */
export const wireAddress = v.object({ _id, ...fields });

/** An address in the API's format: `_id`, and the seven fields of the form. */
export type WireAddress = v.InferOutput<typeof wireAddress>;

export const decodeAddress = ({ _id: id, ...rest }: WireAddress): Address => ({ id, ...rest });
export const encodeAddress = ({ id, ...rest }: Address): WireAddress => ({ _id: id, ...rest });

/** From the wire's format to the domain's. */
export const addressResponse = v.pipe(wireAddress, v.transform(decodeAddress));
