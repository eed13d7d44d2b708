import type { JudgedUse, UpgradePlan } from '@patchwork/release';
import { type Paint, table } from '../release/terminal.ts';

const rowOf = ({ piece, role, version, range, reasons }: JudgedUse): string[] => [
  reasons.length === 0 ? 'ready' : role === 'previous' ? 'no way back' : 'blocks',
  ...[piece, role, version, range, reasons[0]?.message ?? ''],
];

/** Rows of the second and further reasons, below the first. */
const rowsOf = (use: JudgedUse): string[][] => [
  rowOf(use),
  ...use.reasons.slice(1).map(({ message }) => ['', '', '', '', '', message]),
];

function peerText(peer: UpgradePlan['peers'][number], name: string): string {
  const by = peer.by.length > 0 ? ` of ${peer.by.join(', ')}` : '';
  const next = peer.next === undefined ? '' : `; ${peer.next} accepts it, and moves along`;
  return `${peer.next === undefined ? 'blocks' : 'moves'}  ${peer.name} ${peer.version}${by} has the peer ${name} ${peer.range}${next}`;
}

/** Formats an upgrade's plan for people. */
export function planText(plan: UpgradePlan, paint: Paint): string {
  const { package: name, version, live, ready, uses, peers, shellErrors, notes, steps } = plan;
  const isLive = version === live;
  const head = isLive
    ? `${name} ${version} is live`
    : `${name} ${version}, ${live} is live. Looked at: ${plan.from.join(', ')}`;
  const known = plan.from.length > 1 || isLive ? '' : ', as far as ranges tell';
  const verdict = ready ? `Everybody is ready${known}` : paint('red', 'Not everybody is ready');
  const heads = ['', 'piece', '', 'version', 'accepts', 'because'];
  const order = steps.map(({ text }, index) => `${index + 1}. ${text}`);
  return [
    head,
    table(heads, uses.flatMap(rowsOf), paint),
    [
      ...peers.map((peer) => peerText(peer, name)),
      ...shellErrors.map((error) => `shell  ${error}`),
    ].join('\n'),
    notes.map((note) => `${paint('yellow', 'note')}  ${note}`).join('\n'),
    [`${verdict}${order.length > 0 ? '. In this order:' : ''}`, ...order].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
