import type { Finding, Live, RemoteVersion, ShellVersion, TypeCheckOptions } from '../gate.ts';
import type { ModuleUse, Pair } from '../types/questions.ts';
import { readTypes, typesIndexFile } from '../types/types-index.ts';
import { judge } from '../types/verdicts.ts';
import { describeFault, type Names } from '../types/wording.ts';
import { nameOf, nameOfShell } from '../words.ts';
import { namesOfSlots } from './slots.ts';

/** A remote, and a shell that runs it; `owner` has the slots that it fills, where the shell does not. */
interface Meeting {
  readonly remote: RemoteVersion;
  readonly shell: ShellVersion;
  readonly owner?: RemoteVersion;
  readonly uses: readonly ModuleUse[];
  /** Which of them is new, and which one was live before. */
  readonly ours: string;
  readonly live: string;
}

/** What a shell loads of a remote: its pages, and its fragments in the shell's own slots. */
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
  /** What they can be compared by, unless one has no types. */
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
    const refuse = (rule: Finding['rule'], file: string, message: string): Finding => ({
      severity: 'refusal',
      rule,
      file,
      message,
      ours,
      live,
    });
    return [
      ...untyped.map((version) => refuse('types', `types/${typesIndexFile}`, untypedText(version))),
      ...faults.map((fault) => refuse(fault.rule, fault.file, describeFault(fault, names))),
    ];
  });
}

/** A shell and a remote, of which one is new at least. */
function meetShell(remote: RemoteVersion, { shell, changed }: Live): Meeting[] {
  if (!shell) return [];
  const isNew = changed.has(nameOf(remote));
  if (!isNew && !changed.has(nameOfShell(shell))) return [];
  const [ours, live] = isNew
    ? [nameOf(remote), nameOfShell(shell)]
    : [nameOfShell(shell), nameOf(remote)];
  return [{ remote, shell, uses: usesOf(remote.release, shell), ours, live }];
}

/** A remote that fills slots of another one, or its own, and the owner of the slots. */
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
 * Remotes expose what the shell expects, import what it has, and take what the slots that they fill give. All is
 * compared in one program: a program for each remote takes four times as long.
 */
export function checkTypes(live: Live, options: TypeCheckOptions): Promise<Finding[]> {
  const { remotes } = live;
  const meetings = [
    ...remotes.flatMap((remote) => meetShell(remote, live)),
    ...remotes.flatMap((remote) => remotes.flatMap((owner) => meetOwner(remote, owner, live))),
  ];
  return judgeMeetings(meetings, options);
}
