import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type PublishedVersion, readPublished } from '../folder/published.ts';
import { readRegistry } from '../folder/registry-document.ts';
import { findVersion, shellName } from '../folder/versions.ts';

/** A thing that two versions have differently. Absent on the side that lacks it. */
export interface Change<T> {
  readonly name: string;
  readonly a?: T;
  readonly b?: T;
}

export interface Difference {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  /** Files by path, with their bytes. The gate's declarations are left out. */
  readonly files: readonly Change<number>[];
  /** Declared routes by path, with their access and module. */
  readonly routes: readonly Change<string>[];
  readonly slots: readonly Change<string>[];
  /** Exposed modules, with the files that each needs at once. */
  readonly exposes: readonly Change<string>[];
  /** Shared packages, with the version brought and the range accepted. */
  readonly shared: readonly Change<string>[];
}

type Described = ReadonlyMap<string, string>;

/** What two descriptions have differently, in order. `show` answers what is told of an entry. */
function compare<T>(
  a: Described,
  b: Described,
  show: (side: 'a' | 'b', name: string, text: string) => T,
): Change<T>[] {
  const names = [...new Set([...a.keys(), ...b.keys()])].sort();
  return names
    .filter((name) => a.get(name) !== b.get(name))
    .map((name) => {
      const [before, after] = [a.get(name), b.get(name)];
      return {
        name,
        ...(before !== undefined && { a: show('a', name, before) }),
        ...(after !== undefined && { b: show('b', name, after) }),
      };
    });
}

const compareTexts = (a: Described, b: Described) => compare(a, b, (_side, _name, text) => text);

const described = <T>(
  record: Readonly<Record<string, T>> | undefined,
  describe: (value: T) => string,
) => new Map(Object.entries(record ?? {}).map(([name, value]) => [name, describe(value)]));

const routesOf = ({ remote }: PublishedVersion) =>
  new Map(remote?.routes.map(({ path: route, access, module }) => [route, `${access} ${module}`]));

const sharedOf = ({ shared }: PublishedVersion) =>
  described(shared, ({ version, requiredVersion }) => `${version} (${requiredVersion})`);

/** Published files by path; a shell's own ones without the folder that is named after it. */
function filesOf({ version, integrity }: PublishedVersion): Described {
  const own = `shell/${version}/`;
  const files = Object.entries(integrity).map(
    ([file, hash]) => [file.startsWith(own) ? file.slice(own.length) : file, hash] as const,
  );
  return new Map(files.filter(([file]) => !file.startsWith('types/')));
}

async function withBytes(
  release: string,
  sides: { readonly a: PublishedVersion; readonly b: PublishedVersion },
): Promise<Change<number>[]> {
  const pathOf = ({ name, folder }: PublishedVersion, file: string) =>
    name === shellName && file.startsWith('static/')
      ? path.join(release, file)
      : path.join(folder, file);
  const waiting = compare(filesOf(sides.a), filesOf(sides.b), (side, file) =>
    stat(pathOf(sides[side], file)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return Promise.all(
    waiting.map(async ({ name, a, b }) => ({
      name,
      ...(a && { a: await a }),
      ...(b && { b: await b }),
    })),
  );
}

/** What two published versions of a remote or the shell have differently. */
export async function diff(
  release: string,
  name: string,
  wanted: readonly [a: string, b: string],
): Promise<Difference> {
  const document = await readRegistry(release);
  const read = async (version: string) =>
    readPublished(release, name, await findVersion(release, document, name, version));
  const [a, b] = [await read(wanted[0]), await read(wanted[1])];
  return {
    name,
    a: a.version,
    b: b.version,
    files: await withBytes(release, { a, b }),
    routes: compareTexts(routesOf(a), routesOf(b)),
    slots: compareTexts(described(a.remote?.slots, String), described(b.remote?.slots, String)),
    exposes: compareTexts(
      described(a.remote?.files, (files) => files.join(', ')),
      described(b.remote?.files, (files) => files.join(', ')),
    ),
    shared: compareTexts(sharedOf(a), sharedOf(b)),
  };
}
