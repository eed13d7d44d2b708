import { expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { buildRemote, expectFailure, openWorkspace, publishPiece } from '../testing/release.ts';
import { readRegistry } from './registry.ts';
import { findRelease } from './versions.ts';

const id = 'mfe-catalog';

/** Publishes a build of each version, the last one as stable, and returns a function that finds one of them. */
async function published(...versions: readonly string[]) {
  const { piece, release, context } = await openWorkspace();
  const names: string[] = [];
  for (const [index, version] of versions.entries()) {
    await buildRemote(piece, { version, code: String(index) });
    names.push((await publishPiece(piece, context)).version);
  }
  const find = async (wanted: string) => {
    const found = await findRelease(release, await readRegistry(release), id, wanted);
    return names.indexOf(found.version);
  };
  return { names, find };
}

test('a version of package.json names its build exactly', async () => {
  const versions = [
    '1.1.0-beta.1',
    '1.1.0',
    '1.10.0',
    '1.1.0-beta.10',
    '1.1.0+build.5',
    '1.1.0+b-5',
  ];
  const { names, find } = await published(...versions);
  for (const [index, version] of versions.entries()) expect(await find(version)).toBe(index);
  for (const [index, name] of names.entries()) expect(await find(name)).toBe(index);
});

test.each(['1.1', '1', '1.1.0-beta', '1.1.0-', '1.1.0+build', 'v1.1.0'])(
  '%s, which is only a part of a version, names none, and the message lists those that there are',
  async (wanted) => {
    const { names, find } = await published('1.1.0-beta.1', '1.1.0', '1.10.0', '1.1.0+build.5');
    const known = names.toSorted().join(', ');
    const message = `mfe-catalog has no version “${wanted}”. There are: ${known}`;
    await expectFailure(find(wanted), UsageError, message);
  },
);

test('of several builds of one version, the name must be given', async () => {
  const { names, find } = await published('1.1.0', '1.1.0');
  const message = `1.1.0 has several builds: ${names.toSorted().join(', ')}. Name one of them`;
  await expectFailure(find('1.1.0'), UsageError, message);
});

test('a version’s address has no “+”, which some servers take for a space', async () => {
  const { names } = await published('1.1.0+build.5');
  expect(names).toEqual([expect.stringMatching(/^1\.1\.0_build\.5-[0-9a-f]{10}$/)]);
});
