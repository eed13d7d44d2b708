import type { Refusal, RemoteVersion } from '../gate.ts';
import { nameOf } from '../words.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** A remote weighs no more than its team has said. One without a budget may weigh anything. */
export function checkBudget(remote: RemoteVersion, replaced?: RemoteVersion): Refusal[] {
  const { size, budget } = remote.release;
  if (!size || !budget || size.brotli <= budget.brotli) return [];
  const ours = nameOf(remote);
  const live = replaced && nameOf(replaced);
  const before = replaced?.release.size;
  const comparison = before ? ` ${live}, which is live, weighs ${kilobytes(before.brotli)}.` : '';
  const message = `${ours} weighs ${kilobytes(size.brotli)} with brotli, ${kilobytes(size.brotli - budget.brotli)} more than the ${kilobytes(budget.brotli)} that its remote.json allows.${comparison} Make it lighter, or raise budget.brotli in remote.json.`;
  return [{ rule: 'budget', file: 'remote.json', message, ours, ...(live && { live }) }];
}
