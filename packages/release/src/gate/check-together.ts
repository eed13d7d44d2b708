import type { Finding, Live, TypeCheckOptions } from './gate.ts';
import { checkLinks } from './rules/links.ts';
import { checkSlotProps } from './rules/slot-props.ts';
import { checkSlots } from './rules/slots.ts';

/** Whether all that is live fits together, whichever pieces a move changes or takes away. */
export async function checkTogether(live: Live, types: TypeCheckOptions): Promise<Finding[]> {
  return [...checkSlots(live), ...(await checkSlotProps(live, types)), ...(await checkLinks(live))];
}
