import { listed } from '../findings.ts';
import type { JudgedUse, NextStep, UpgradePlan } from './upgrade-plan.ts';

type Known = Omit<UpgradePlan, 'steps'> & {
  readonly isMajor: boolean;
  readonly lowest: string;
};

const quoted = ([name, range]: readonly [string, string]): string => `"${name}": "${range}"`;

function stepsOfPeers({ peers, needs, package: name, version, lowest }: Known): NextStep[] {
  const own = peers.filter(({ isOwn, next }) => isOwn && next === undefined);
  const stuck = peers.filter(({ isOwn, next }) => !isOwn && next === undefined);
  return [
    ...stuck.map(
      (peer): NextStep => ({
        step: 'wait',
        who: [peer.name],
        text: `${peer.name} ${peer.version} needs ${name} ${peer.range}, and its newest version that is known does not accept ${version} either: ask its authors, or replace it`,
      }),
    ),
    ...needs.map(
      (need): NextStep => ({
        step: 'other upgrade',
        who: [need.name],
        text: `${name} ${version} needs ${need.name} ${need.range}, and ${need.live} is live: plan that upgrade, and release the shell with both`,
      }),
    ),
    ...(own.length > 0
      ? [
          {
            step: 'packages' as const,
            who: own.map((peer) => peer.name),
            text: `${listed(own.map((peer) => peer.name))}: accept both in peerDependencies, ${listed([...new Set(own.map(({ range }) => quoted([name, `${range} || ^${lowest}`])))])}, and release`,
          },
        ]
      : []),
  ];
}

/** Says what to do about one use, without its piece's name. */
function taskOf({ role, reasons, widened }: JudgedUse): string {
  const ranges = Object.entries(widened).map(quoted);
  const isBroken = reasons.some(({ kind }) => kind !== 'range');
  const work = [
    ...(isBroken ? ['change the code so that it runs with both versions'] : []),
    ...(ranges.length > 0 ? [`accept both in package.json, ${listed(ranges)}`] : []),
    role === 'canary' ? 'publish the canary again, or end it' : 'publish',
  ];
  const together = '. If no code runs with both, publish it together with the shell';
  return listed(work) + (isBroken ? together : '');
}

/** Returns a step for each task: the remotes with the same one need not wait for each other. */
function stepsOfRemotes({ uses }: Known): NextStep[] {
  const tasks = new Map<string, string[]>();
  for (const use of uses) {
    if (use.role === 'previous' || use.reasons.length === 0) continue;
    const task = taskOf(use);
    tasks.set(task, [...(tasks.get(task) ?? []), use.piece]);
  }
  return [...tasks].map(([task, who]) => ({
    step: 'remotes',
    who,
    text: `${listed(who)}: ${task}`,
  }));
}

/** Returns the order in which to move: packages of the shop, then remotes, the shell, and narrower ranges last. */
export function orderOf(plan: Known): NextStep[] {
  const { package: name, version, live, uses, peers, isMajor } = plan;
  const users = [...new Set(uses.map(({ piece }) => piece))];
  const narrow: NextStep = {
    step: 'narrow',
    who: users,
    text: `remotes: accept only the new version once no rollback of the shell is wanted`,
  };
  const remotes = stepsOfRemotes(plan);
  if (version === live && remotes.length === 0) {
    return [];
  }
  const along = peers.flatMap(({ name: peer, next }) =>
    next === undefined ? [] : `${peer} ${next}`,
  );
  const back = uses.filter(({ role, reasons }) => role === 'previous' && reasons.length > 0);
  const lost =
    back.length > 0
      ? `. Then no rollback leads to ${listed(back.map(({ piece, version: old }) => `${piece} ${old}`))}`
      : '';
  const fix = plan.shellErrors.length > 0 ? 'fix its type errors, ' : '';
  return [
    ...stepsOfPeers(plan),
    ...remotes,
    {
      step: 'shell',
      who: ['shell'],
      text: `shell: ${fix}build and publish it with ${listed([`${name} ${version}`, ...along])}${lost}`,
    },
    ...(isMajor && users.length > 0 ? [narrow] : []),
  ];
}
