import { getInstance, satisfy } from '@module-federation/enhanced/runtime';
import { containerName } from '../registry/declaration.ts';

/** A package that a remote shares with the page, and whose copy it works with. */
export interface SharedUse {
  readonly name: string;
  /** The range that the remote was built for. */
  readonly wanted: string;
  /** The version that it got; undefined while nobody has asked for the package. */
  readonly got: string | undefined;
  /** Who provided that copy: 'shell' or a remote's id. */
  readonly from: string | undefined;
}

type Instance = NonNullable<ReturnType<typeof getInstance>>;

const scope = 'default';
const host = 'shell';

const nameOf = (container: string): string => container.replaceAll('_', '-');

function describeUse({ options, shareScopeMap }: Instance, name: string): SharedUse {
  const wanted = options.shared[name]?.[0]?.shareConfig.requiredVersion;
  const copies = Object.values(shareScopeMap[scope]?.[name] ?? {});
  const copy = copies.find(({ useIn }) => useIn?.includes(options.name));
  return {
    name,
    wanted: wanted || '*',
    got: copy?.version,
    from: copy && nameOf(copy.from),
  };
}

/** The packages that a remote shares with the page; empty before its code is there. */
export function sharedBy(remoteId: string): readonly SharedUse[] {
  const container = containerName(remoteId);
  const instance = getInstance(({ name }) => name === container);
  if (!instance) return [];
  return Object.keys(instance.options.shared).map((name) => describeUse(instance, name));
}

/** The copies that the page holds before any remote is there, by package: name to version. */
export function pageCopies(): ReadonlyMap<string, string> {
  const shared = getInstance(({ name }) => name === host)?.options.shared ?? {};
  return new Map(
    Object.entries(shared).flatMap(([name, [copy]]) => (copy ? [[name, copy.version]] : [])),
  );
}

/** Whether a version fits a range, in the eyes of the runtime that will decide it. */
export const satisfies = (version: string, range: string): boolean => satisfy(version, range);
