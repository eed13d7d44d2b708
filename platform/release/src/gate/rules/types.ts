import { type Finding, listed, refusal } from '../../findings.ts';
import {
  type Live,
  nameOf,
  nameOfShell,
  namesOfSlots,
  type RemoteVersion,
  type ShellVersion,
  type TypeCheckOptions,
} from '../live.ts';
import type { ModuleUse, Pair, TypeFault } from '../types/questions.ts';
import { readTypes, typesIndexFile } from '../types/types-index.ts';
import { judge } from '../types/verdicts.ts';

interface Names {
  readonly remote: string;
  readonly shell: string;
  readonly owner?: string;
}

type Fault<Rule extends TypeFault['rule']> = Extract<TypeFault, { rule: Rule }>;

function exposedText(fault: Fault<'exposed types'>, { remote, shell, owner }: Names): string {
  const { file, module, slot, reason } = fault;
  const [less, more] = owner ? ['the fragment', 'the slot'] : ['the remote', 'the shell'];
  const use = slot === undefined ? 'of a page' : `in its slot “${slot}”`;
  return `${file} of ${remote}: ${module} is not what ${owner ?? shell} expects ${use}. ${reason} Either ${less} must require less, or ${more} must provide more: change one of them and release it first, or publish both in one command.`;
}

function importedText(fault: Fault<'imported names'>, { remote, shell }: Names): string {
  const { file, module, reason } = fault;
  const names = listed(fault.names);
  return reason === undefined
    ? `${file} of ${remote} imports ${names} from ${module}, which the copy of ${shell} does not have, and all pieces get that copy. Release a shell with a new name before the first remote that imports it, and one without it after the last.`
    : `${file} of ${remote} imports ${names} from ${module}, which ${shell} gives another type. ${reason} Keep the old type, give the new one a new name, or publish both in one command.`;
}

const unreadableText = ({ side, file, missing }: Fault<'types'>, names: Names): string =>
  `${file} of ${names[side]} mentions ${missing}, whose types this workspace does not have: nothing can be checked against them. Run pnpm install in a workspace that has them, and check there.`;

function describeFault(fault: TypeFault, names: Names): string {
  switch (fault.rule) {
    case 'exposed types':
      return exposedText(fault, names);
    case 'imported names':
      return importedText(fault, names);
    case 'types':
      return unreadableText(fault, names);
  }
}

/**
 * A remote and the shell that runs it. `owner` is the remote whose slots `remote` fills; absent for the frame's slots.
 */
interface Meeting {
  readonly remote: RemoteVersion;
  readonly shell: ShellVersion;
  readonly owner?: RemoteVersion;
  readonly uses: readonly ModuleUse[];
  /** Name and version of the new piece. */
  readonly ours: string;
  /** Name and version of the other piece. */
  readonly live: string;
}

/** Returns the modules of a remote that a shell loads: its pages, and its fragments in the frame's slots. */
const usesOf = (
  { routes, fragments }: RemoteVersion['release'],
  { slots }: ShellVersion,
): ModuleUse[] => [
  ...[...new Set(routes.map(({ module }) => module))].map((module) => ({ module })),
  ...Object.entries(fragments)
    .filter(([slot]) => Object.hasOwn(slots ?? {}, slot))
    .map(([slot, { module }]) => ({ module, slot })),
];

function untypedText(version: string): string {
  return `${version} is in the release folder without types/${typesIndexFile}: nothing can be checked against its types. Publish it again, with its types.`;
}

interface Comparison extends Meeting {
  readonly names: Names;
  readonly pair: Pair | undefined;
  readonly untyped: readonly string[];
}

async function pairUp(meeting: Meeting): Promise<Comparison> {
  const { remote, shell, owner, uses } = meeting;
  const names = {
    remote: nameOf(remote),
    shell: nameOfShell(shell),
    ...(owner && { owner: nameOf(owner) }),
  };
  const [ours, theirs, owners] = await Promise.all(
    [remote, shell, owner].map((version) => version && readTypes(version.folder)),
  );
  const untyped = [
    ...(ours ? [] : [names.remote]),
    ...(theirs ? [] : [names.shell]),
    ...(owners || !names.owner || names.owner === names.remote ? [] : [names.owner]),
  ];
  const pair =
    ours && theirs && untyped.length === 0
      ? { remote: ours, shell: theirs, uses, ...(owners && { owner: owners }) }
      : undefined;
  return { ...meeting, names, pair, untyped };
}

async function judgeMeetings(
  meetings: readonly Meeting[],
  options: TypeCheckOptions,
): Promise<Finding[]> {
  const comparisons = await Promise.all(meetings.map(pairUp));
  const verdicts = await judge(
    comparisons.flatMap(({ pair }) => pair ?? []),
    options,
  );
  return comparisons.flatMap(({ names, pair, untyped, ours, live }): Finding[] => {
    const faults = (pair && verdicts.shift()) ?? [];
    const file = `types/${typesIndexFile}`;
    return [
      ...untyped.map((version) => refusal('types', ours, untypedText(version), { file, live })),
      ...faults.map((fault) =>
        refusal(fault.rule, ours, describeFault(fault, names), { file: fault.file, live }),
      ),
    ];
  });
}

/** Pairs a remote with the shell if at least one of them is new. */
function meetShell(remote: RemoteVersion, { shell, changed }: Live): Meeting[] {
  if (!shell) return [];
  const isNew = changed.has(nameOf(remote));
  if (!isNew && !changed.has(nameOfShell(shell))) return [];
  const [ours, live] = isNew
    ? [nameOf(remote), nameOfShell(shell)]
    : [nameOfShell(shell), nameOf(remote)];
  return [{ remote, shell, uses: usesOf(remote.release, shell), ours, live }];
}

function meetOwner(remote: RemoteVersion, owner: RemoteVersion, live: Live): Meeting[] {
  const slots = namesOfSlots(owner.release);
  const uses = Object.entries(remote.release.fragments)
    .filter(([slot]) => slots.includes(slot))
    .map(([slot, { module }]) => ({ module, slot }));
  const isLiveTogether = owner === remote || owner.release.id !== remote.release.id;
  if (!live.shell || uses.length === 0 || !isLiveTogether) return [];
  const [ours, other] = live.changed.has(nameOf(remote)) ? [remote, owner] : [owner, remote];
  if (!live.changed.has(nameOf(ours))) return [];
  return [{ remote, shell: live.shell, owner, uses, ours: nameOf(ours), live: nameOf(other) }];
}

/**
 * Checks that remotes export what the shell expects, import only what it has, and accept the props of their slots. One
 * TypeScript program compares all pairs: separate programs take four times as long.
 */
export function checkTypes(live: Live, options: TypeCheckOptions): Promise<Finding[]> {
  const { remotes } = live;
  const meetings = [
    ...remotes.flatMap((remote) => meetShell(remote, live)),
    ...remotes.flatMap((remote) => remotes.flatMap((owner) => meetOwner(remote, owner, live))),
  ];
  return judgeMeetings(meetings, options);
}
