import * as v from 'valibot';
import { typesIndexFile, type VersionTypes } from './types-index.ts';

/** A use of a remote's module by a shell: as a page, or in one of its slots. */
export interface ModuleUse {
  readonly module: string;
  readonly slot?: string | undefined;
}

/** A version of a remote, and of a shell that is to run it; `owner` has the slots, where the shell does not. */
export interface Pair {
  readonly remote: VersionTypes;
  readonly shell: VersionTypes;
  readonly owner?: VersionTypes;
  readonly uses: readonly ModuleUse[];
}

/** Something that must hold between the two. */
export interface Question {
  readonly about:
    | ({ readonly rule: 'exposed types' } & ModuleUse)
    | { readonly rule: 'imported names'; readonly module: string; readonly name: string };
  readonly file: string;
  readonly statement: string;
  /** Holds where one of the two versions lacks a name that the statement mentions. */
  readonly isOptional?: boolean;
}

/** Prefixes of a module's name in a statement, by the version that has it. */
export const sides = { remote: 'remote:', shell: 'shell:', owner: 'owner:' } as const;
export const sideNames = ['remote', 'shell', 'owner'] as const;

const ofRemote = (module: string) => `import(${JSON.stringify(sides.remote + module)})`;
const ofShell = (module: string) => `import(${JSON.stringify(sides.shell + module)})`;

const fits = (type: string, wanted: string) =>
  `{ const value = null! as ${type}; const wanted: ${wanted} = value; }`;

/** The type of a fragment's props, as the owner of its slot states them: the shell where it is left out. */
export const propsOf = (slot: string, owner: VersionTypes | undefined): string =>
  owner
    ? `import("${sides.owner}./slots").SlotProps[${JSON.stringify(slot)}]`
    : `${ofShell('./contract')}.PropsOfSlot<${JSON.stringify(slot)}>`;

function askModule(use: ModuleUse, { remote: { index }, owner }: Pair): Question {
  const { module, slot } = use;
  const props = slot === undefined ? '' : `<${propsOf(slot, owner)}>`;
  return {
    about: { rule: 'exposed types', ...use },
    file: `types/${index.modules[module] ?? typesIndexFile}`,
    statement: fits(
      `typeof ${ofRemote(module)}`,
      `${ofShell('./contract')}.ComponentModule${props}`,
    ),
  };
}

/**
 * At run time the remote gets the shell's value in place of the one that it was compiled with. A remote without
 * declarations of the package is asked for the name alone.
 */
function askName(module: string, name: string, file: string, { remote }: Pair): Question {
  const given = `typeof ${ofShell(module)}.${name}`;
  const isTyped = Object.hasOwn(remote.index.packages, module);
  const wanted = isTyped ? `typeof ${ofRemote(module)}.${name}` : given;
  return { about: { rule: 'imported names', module, name }, file, statement: fits(given, wanted) };
}

const CALLS_MODULE = '@patchwork/shop';

/**
 * Compares input and answer of each call of the API that the remote makes. The rule “api” reports calls that are
 * missing; a remote built before InputOf was exported has the whole API in the types of its imports.
 */
function askCalls({ remote, shell }: Pair): Question[] {
  if (!Object.hasOwn(remote.index.packages, CALLS_MODULE)) return [];
  const type = (of: (module: string) => string, call: string) => {
    const key = JSON.stringify(call);
    return `(input: ${of(CALLS_MODULE)}.InputOf<${key}>) => ${of(CALLS_MODULE)}.OutputOf<${key}>`;
  };
  return Object.entries(remote.index.calls)
    .filter(([call]) => Object.hasOwn(shell.index.api, call))
    .map(
      ([
        call,
        {
          files: [file = typesIndexFile],
        },
      ]) => ({
        about: { rule: 'imported names', module: CALLS_MODULE, name: `Api['${call}']` },
        file,
        statement: fits(`(${type(ofShell, call)})`, type(ofRemote, call)),
        isOptional: true,
      }),
    );
}

/** All that must hold for the shell to run the remote. */
export const questionsOf = (pair: Pair): Question[] => [
  ...pair.uses.map((use) => askModule(use, pair)),
  // Its imports concern the remote and the shell alone.
  ...Object.entries(pair.owner ? {} : pair.remote.index.imports).flatMap(([module, names]) =>
    Object.entries(names).map(([name, file]) => askName(module, name, file, pair)),
  ),
  ...(pair.owner ? [] : askCalls(pair)),
];

const texts = v.array(v.string());

const faultSchema = v.variant('rule', [
  v.object({
    rule: v.literal('exposed types'),
    /** File of the remote, relative to its version's folder. */
    file: v.string(),
    module: v.string(),
    /** The slot that it fills; a page has none. */
    slot: v.optional(v.string()),
    reason: v.string(),
  }),
  v.object({
    rule: v.literal('imported names'),
    /** Source file of the remote that imports the first name. */
    file: v.string(),
    module: v.string(),
    names: texts,
    /** The compiler's message; absent when the shell's copy lacks the names. */
    reason: v.optional(v.string()),
  }),
  v.object({
    rule: v.literal('types'),
    /** Which of them mentions what is installed nowhere. */
    side: v.picklist(sideNames),
    /** Relative to its version's folder. */
    file: v.string(),
    missing: v.string(),
  }),
]);

export const faultsSchema = v.array(faultSchema);

/** A fault between a remote's types and a shell's, without their versions. */
export type TypeFault = v.InferOutput<typeof faultSchema>;
