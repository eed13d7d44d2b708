import type { Finding, RemoteVersion, ShellVersion, TypeCheckOptions } from '../gate.ts';
import type { ModuleUse, Pair } from '../types/questions.ts';
import { readTypes, typesIndexFile } from '../types/types-index.ts';
import { judge } from '../types/verdicts.ts';
import { describeFault, type Names } from '../types/wording.ts';
import { nameOf, nameOfShell } from '../words.ts';

interface TypeCheck extends TypeCheckOptions {
  readonly remotes: readonly RemoteVersion[];
  readonly shell: ShellVersion;
  /** Which of them is new. */
  readonly released: 'remote' | 'shell';
}

const usesOf = ({ routes, fragments }: RemoteVersion['release']): ModuleUse[] => [
  ...[...new Set(routes.map(({ module }) => module))].map((module) => ({ module })),
  ...Object.entries(fragments).map(([slot, { module }]) => ({ module, slot })),
];

function untypedText(version: string): string {
  return `${version} is in the release folder without types/${typesIndexFile}: nothing can be checked against its types. Publish it again, with its types.`;
}

interface Comparison {
  readonly names: Names;
  /** What the two can be compared by, unless one has no types. */
  readonly pair: Pair | undefined;
  readonly untyped: readonly string[];
}

async function pairUp({ remotes, shell }: TypeCheck): Promise<Comparison[]> {
  const theirs = await readTypes(shell.folder);
  return Promise.all(
    remotes.map(async (remote) => {
      const names = { remote: nameOf(remote), shell: nameOfShell(shell) };
      const ours = await readTypes(remote.folder);
      const pair = ours && theirs && { remote: ours, shell: theirs, uses: usesOf(remote.release) };
      const untyped = [...(ours ? [] : [names.remote]), ...(theirs ? [] : [names.shell])];
      return { names, pair, untyped };
    }),
  );
}

/** What remotes expose is what the shell expects, and what they import is what the shell has. */
export async function checkTypes(check: TypeCheck): Promise<Finding[]> {
  const comparisons = await pairUp(check);
  const verdicts = await judge(
    comparisons.flatMap(({ pair }) => pair ?? []),
    check,
  );
  return comparisons.flatMap(({ names, pair, untyped }): Finding[] => {
    const [ours, live] =
      check.released === 'remote' ? [names.remote, names.shell] : [names.shell, names.remote];
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
