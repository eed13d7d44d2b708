import type { Finding, Live } from './gate.ts';
import { checkLinks } from './rules/links.ts';
import { checkSlots } from './rules/slots.ts';

/** Whether all that is live fits together, whichever pieces a move changes or takes away. */
export async function checkTogether(live: Live): Promise<Finding[]> {
  return [...checkSlots(live), ...(await checkLinks(live))];
}
