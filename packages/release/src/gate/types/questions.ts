import { typesIndexFile, type VersionTypes } from './types-index.ts';

/** How a shell uses a module of a remote: as a page, or as what fills one of its slots. */
export interface ModuleUse {
  readonly module: string;
  readonly slot?: string | undefined;
}

/** A version of a remote, and of a shell that is to run it. */
export interface Pair {
  readonly remote: VersionTypes;
  readonly shell: VersionTypes;
  readonly uses: readonly ModuleUse[];
}

/** Something that must hold between the two. */
export interface Question {
  readonly about:
    | ({ readonly rule: 'exposed types' } & ModuleUse)
    | { readonly rule: 'imported names'; readonly module: string; readonly name: string };
  /** The remote's file at fault when it does not hold. */
  readonly file: string;
  /** One line that compiles only when it holds. */
  readonly statement: string;
}

/** How a statement writes a module of either version. */
export const sides = { remote: 'remote:', shell: 'shell:' } as const;

const ofRemote = (module: string) => `import(${JSON.stringify(sides.remote + module)})`;
const ofShell = (module: string) => `import(${JSON.stringify(sides.shell + module)})`;

const fits = (type: string, wanted: string) =>
  `{ const value = null! as ${type}; const wanted: ${wanted} = value; }`;

function askModule(use: ModuleUse, { index }: VersionTypes): Question {
  const { module, slot } = use;
  const contract = ofShell('./contract');
  const props = slot === undefined ? '' : `<${contract}.PropsOfSlot<${JSON.stringify(slot)}>>`;
  return {
    about: { rule: 'exposed types', ...use },
    file: `types/${index.modules[module] ?? typesIndexFile}`,
    statement: fits(`typeof ${ofRemote(module)}`, `${contract}.ComponentModule${props}`),
  };
}

/** At run time the remote gets the shell's value in place of the one that it was compiled with. */
const askName = (module: string, name: string, file: string): Question => ({
  about: { rule: 'imported names', module, name },
  file,
  statement: fits(`typeof ${ofShell(module)}.${name}`, `typeof ${ofRemote(module)}.${name}`),
});

/** All that must hold for the shell to run the remote. */
export const questionsOf = ({ remote, uses }: Pair): Question[] => [
  ...uses.map((use) => askModule(use, remote)),
  ...Object.entries(remote.index.imports).flatMap(([module, names]) =>
    Object.entries(names).map(([name, file]) => askName(module, name, file)),
  ),
];
