import type { Finding, Live } from '../gate.ts';
import { lostIn } from '../moved.ts';
import { readTypes } from '../types/types-index.ts';
import { nameOf, nameOfShell } from '../words.ts';

/** A live version, and the pages that its code links to, each with the source files. */
interface Linking {
  readonly id: string;
  readonly name: string;
  readonly links: Readonly<Record<string, readonly string[]>>;
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
  return pages.map(([page, files]) => `“${page}” (${files.join(', ')})`).join(', ');
}

const warn = (message: string, ours: string, live?: string): Finding => ({
  severity: 'warning',
  rule: 'links',
  message,
  ours,
  ...(live !== undefined && { live }),
});

/** A page that is given up, renamed or withdrawn, and to which another live version links. */
function warnOfLost(live: Live, linking: readonly Linking[]): Finding[] {
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
        const message = `${what}: ${places}. These links lead to “Page not found”. ${advice}, or release ${other.id} without the links first.`;
        return [warn(message, ours, other.name)];
      }),
  );
}

/** A link of a new version to a page that no remote has. */
function warnOfBroken({ remotes, changed }: Live, linking: readonly Linking[]): Finding[] {
  const pages = new Set(remotes.flatMap(({ release }) => release.routes.map(({ page }) => page)));
  return linking
    .filter(({ name }) => changed.has(name))
    .flatMap((piece): Finding[] => {
      const places = placesOf(piece, (page) => !pages.has(page));
      if (places === '') return [];
      const message = `${piece.name} links to pages that no live remote has: ${places}. These links lead to “Page not found”. Release a remote with the pages first, or leave the links out.`;
      return [warn(message, piece.name)];
    });
}

/** A link leads to a page that there is. Where no remote is live yet, none can. */
export async function checkLinks(live: Live): Promise<Finding[]> {
  const linking = await readLinking(live);
  const broken = live.remotes.length === 0 ? [] : warnOfBroken(live, linking);
  return [...warnOfLost(live, linking), ...broken];
}
