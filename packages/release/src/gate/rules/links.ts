import { isParameter, segmentsOf } from '@patchwork/federation';
import type { Finding, Live, RemoteVersion } from '../gate.ts';
import { lostIn } from '../moved.ts';
import { readTypes, type TypesIndex } from '../types/types-index.ts';
import { nameOf, nameOfShell } from '../words.ts';

/** A live version, and the pages that its code links to. */
interface Linking {
  readonly id: string;
  readonly name: string;
  readonly links: TypesIndex['links'];
}

async function readLinking({ shell, remotes }: Live): Promise<Linking[]> {
  const pieces = [
    ...(shell ? [{ id: 'shell', name: nameOfShell(shell), folder: shell.folder }] : []),
    ...remotes.map((remote) => ({ ...remote, id: remote.release.id, name: nameOf(remote) })),
  ];
  return Promise.all(
    pieces.map(async ({ id, name, folder }) => {
      const types = await readTypes(folder);
      return { id, name, links: types?.index.links ?? {} };
    }),
  );
}

/** The links of a version to some pages: '“cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx)'. */
function placesOf({ links }: Linking, isMeant: (page: string) => boolean): string {
  const pages = Object.entries(links).filter(([page]) => isMeant(page));
  return pages.map(([page, files]) => `“${page}” (${Object.keys(files).join(', ')})`).join(', ');
}

const lead = 'These links lead to “Page not found”.';

const refuse = (message: string, ours: string, live: string): Finding => ({
  ...{ severity: 'refusal', rule: 'links', message, ours, live, flag: '--anyway' },
});

/** A page that is given up, renamed or withdrawn, and to which another live version links. */
function checkLost(live: Live, linking: readonly Linking[]): Finding[] {
  const lost = lostIn(live, ({ routes }) => routes.map(({ page }) => page));
  return lost.flatMap(({ id, ours, isWithdrawn, names }) =>
    linking
      .filter((other) => other.id !== id && !live.changed.has(other.name))
      .flatMap((other): Finding[] => {
        const places = placesOf(other, (page) => names.includes(page));
        if (places === '') return [];
        const what = isWithdrawn
          ? `Without ${ours} there are no pages that ${other.name} links to`
          : `${ours} no longer has pages that ${other.name} links to`;
        const advice = isWithdrawn ? 'Give them to another remote' : 'Keep their names';
        const message = `${what}: ${places}. ${lead} ${advice}, or release ${other.id} without the links first.`;
        return [refuse(message, ours, other.name)];
      }),
  );
}

/** A page whose path has a parameter that a link of another remote does not give. */
function checkParameters({ remotes, changed }: Live, linking: readonly Linking[]): Finding[] {
  function compare(owner: RemoteVersion, other: Linking): Finding[] {
    const [ours, { id }] = [nameOf(owner), owner.release];
    const isNew = changed.has(other.name);
    if (other.id === id || !(isNew || changed.has(ours))) return [];
    return owner.release.routes.flatMap(({ page, path }) => {
      const parameters = segmentsOf(path).filter(isParameter);
      return parameters.flatMap((parameter): Finding[] => {
        const files = Object.entries(other.links[page] ?? {})
          .filter(([, given]) => !given.includes(parameter.slice(1)))
          .map(([file]) => file);
        if (files.length === 0) return [];
        const places = `(${files.join(', ')}). ${lead}`;
        if (isNew) {
          const message = `${other.name} links to the page “${page}” of ${ours}, which is at ${path}, without ${parameter} ${places} Give the links this parameter.`;
          return [refuse(message, other.name, ours)];
        }
        const message = `remote.json of ${ours} declares the page “${page}” at ${path}, and ${other.name} links to it without ${parameter} ${places} Keep the page’s parameters, or release ${other.id} with links that give ${parameter} first.`;
        return [refuse(message, ours, other.name)];
      });
    });
  }
  return remotes.flatMap((owner) => linking.flatMap((other) => compare(owner, other)));
}

/** A link of a new version to a page that no remote has. It may come with the next release. */
function warnOfBroken({ remotes, changed }: Live, linking: readonly Linking[]): Finding[] {
  const pages = new Set(remotes.flatMap(({ release }) => release.routes.map(({ page }) => page)));
  return linking
    .filter(({ name }) => changed.has(name))
    .flatMap((piece): Finding[] => {
      const places = placesOf(piece, (page) => !pages.has(page));
      if (places === '') return [];
      const message = `${piece.name} links to pages that no live remote has: ${places}. ${lead} Release a remote with the pages first, or leave the links out.`;
      return [{ severity: 'warning', rule: 'links', message, ours: piece.name }];
    });
}

/** A link leads to a page that there is. Where no remote is live yet, none can. */
export async function checkLinks(live: Live): Promise<Finding[]> {
  const linking = await readLinking(live);
  const broken = live.remotes.length === 0 ? [] : warnOfBroken(live, linking);
  return [...checkLost(live, linking), ...checkParameters(live, linking), ...broken];
}
