import { overlap } from '@patchwork/host';
import { ReleaseError } from '@patchwork/release';

/** An existing remote, with the values that a new one must not share. */
export interface Neighbour {
  readonly id: string;
  readonly routes: readonly { readonly page: string; readonly path: string }[];
  readonly developmentPort: number;
}

/**
 * Options of `patchwork new remote`, not validated. By default, team and route are derived from the name, and the port
 * is the first free one.
 */
export interface Wishes {
  readonly team?: string | undefined;
  readonly route?: string | undefined;
  readonly port?: string | undefined;
}

/** A remote to create. No existing remote has its id, its page name (`feature`), its route or its port. */
export interface RemotePlan {
  /** Id and folder name: 'mfe-gift-cards'. */
  readonly id: string;
  readonly feature: string;
  readonly page: string;
  readonly heading: string;
  readonly team: string;
  readonly route: string;
  readonly port: number;
}

const words = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';

/** First path segments that pages can't have, because the shop serves files and data under them. */
const reserved = ['api', 'images', 'registry', 'remotes', 'shell', 'static'];

/** The shell's development port. By default, a new remote gets the first free port after it. */
const shellPort = 3000;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function readName(name: string): string {
  const [, feature] = new RegExp(`^mfe-(${words})$`).exec(name) ?? [];
  if (feature !== undefined) return feature;
  throw new ReleaseError(
    `"${name}" can’t be the name of a remote: write "mfe-" and lower-case words joined by "-", as in mfe-gift-cards. The first word begins with a letter`,
  );
}

function readTeam(team: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} .,&’'-]*$/u.test(team)) return team;
  throw new ReleaseError(
    `"${team}" can’t be the name of a team: write it as in --team "Gift cards"`,
  );
}

function readRoute(route: string, neighbours: readonly Neighbour[]): string {
  if (!new RegExp(`^(?:/${words})+$`).test(route)) {
    throw new ReleaseError(
      `"${route}" can’t be the route of a new remote: write lower-case words, as in --route /gift-cards. Parameters such as :id are added later, in remote.json`,
    );
  }
  const [, first = ''] = route.split('/');
  if (reserved.includes(first)) {
    throw new ReleaseError(
      `${route} can’t be a page: the shop keeps /${first} for files and data. Choose another --route`,
    );
  }
  const owner = neighbours.find(({ routes }) => routes.some(({ path }) => overlap(path, route)));
  if (!owner) return route;
  throw new ReleaseError(`The route ${route} belongs to ${owner.id}: choose another --route`);
}

function requireFreePage(page: string, neighbours: readonly Neighbour[]): void {
  const owner = neighbours.find(({ routes }) => routes.some((route) => route.page === page));
  if (!owner) return;
  throw new ReleaseError(`The page “${page}” belongs to ${owner.id}: choose another name`);
}

type IsFree = (port: number) => Promise<boolean>;

/** Finds the first port after the shell's that no remote declares and no program on this machine uses. */
async function findPort(taken: readonly number[], isFree: IsFree): Promise<number> {
  let port = shellPort + 1;
  while (taken.includes(port) || !(await isFree(port))) port += 1;
  return port;
}

async function readPort(
  wish: string | undefined,
  neighbours: readonly Neighbour[],
  isFree: IsFree,
): Promise<number> {
  const found = await findPort(
    neighbours.map(({ developmentPort }) => developmentPort),
    isFree,
  );
  if (wish === undefined) return found;
  const port = Number(wish);
  if (!/^\d+$/.test(wish) || port < 1024 || port > 65535) {
    throw new ReleaseError(`"${wish}" is not a port: choose a number from 1024 to 65535`);
  }
  const advice = `choose another, such as --port ${found}`;
  const owner = neighbours.find(({ developmentPort }) => developmentPort === port);
  if (owner || port === shellPort) {
    const name = owner?.id ?? 'the shell';
    throw new ReleaseError(`Port ${port} is the development port of ${name}: ${advice}`);
  }
  if (await isFree(port)) return port;
  throw new ReleaseError(`Port ${port} is in use on this machine: ${advice}`);
}

/**
 * Validates the name and the options against the existing remotes and this machine's ports, and derives the values that
 * are left out. Throws a ReleaseError that says what can't be used, and why.
 */
export async function planRemote(
  name: string,
  { team, route, port }: Wishes,
  neighbours: readonly Neighbour[],
  isFree: IsFree,
): Promise<RemotePlan> {
  const feature = readName(name);
  if (neighbours.some(({ id }) => id === name)) {
    throw new ReleaseError(`There is a remote ${name} already: choose another name`);
  }
  const path = readRoute(route ?? `/${feature}`, neighbours);
  requireFreePage(feature, neighbours);
  const heading = capital(feature.replaceAll('-', ' '));
  return {
    id: name,
    feature,
    page: `${feature.split('-').map(capital).join('')}Page`,
    heading,
    team: readTeam(team ?? heading),
    route: path,
    port: await readPort(port, neighbours, isFree),
  };
}
