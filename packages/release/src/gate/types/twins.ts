import path from 'node:path';
import ts from 'typescript';
import { importsOf } from './declarations.ts';
import type { VersionTypes } from './types-index.ts';

/** The file behind a name that a file of a version mentions; undefined when it is not the version's. */
type OwnFile = (version: VersionTypes, name: string, from: string) => string | undefined;

interface Declared {
  readonly text: string;
  /** The files of the same version that it mentions. */
  readonly mentioned: readonly string[];
}

const areSame = (places: readonly string[], others: readonly string[]): boolean =>
  places.length === others.length && places.every((place, index) => place === others[index]);

const placesOf = ({ folder }: VersionTypes, files: readonly string[]): string[] =>
  files.map((file) => path.relative(folder, file));

/**
 * Finds a file's twin: the one in another version that says the same, as does all that the two
 * mention of their versions. A class with a private member, or a `unique symbol`, is the same type
 * only when it comes from one file.
 */
export function createTwins(ownFile: OwnFile) {
  const known = new Map<string, Declared | undefined>();

  function read(version: VersionTypes, file: string): Declared | undefined {
    if (known.has(file)) return known.get(file);
    const text = ts.sys.readFile(file);
    const names = text === undefined ? [] : importsOf(text);
    const mentioned = names.flatMap((name) => ownFile(version, name, file) ?? []);
    const declared = text === undefined ? undefined : { text, mentioned };
    known.set(file, declared);
    return declared;
  }

  return (file: string, version: VersionTypes, other: VersionTypes): string | undefined => {
    const twin = (one: string) => path.join(other.folder, path.relative(version.folder, one));
    const waiting = new Set([file]);
    // A set takes in while it is gone through, and takes nothing twice.
    for (const one of waiting) {
      const [ours, theirs] = [read(version, one), read(other, twin(one))];
      if (!ours || !theirs || ours.text !== theirs.text) return undefined;
      const mentioned = placesOf(version, ours.mentioned);
      if (!areSame(mentioned, placesOf(other, theirs.mentioned))) return undefined;
      for (const each of ours.mentioned) waiting.add(each);
    }
    return twin(file);
  };
}
