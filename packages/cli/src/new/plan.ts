import { ReleaseError } from '@patchwork/release';

/** Names, ports and paths that an existing remote uses. */
export interface Neighbour {
  readonly id: string;
  readonly routes: readonly { readonly page: string; readonly path: string }[];
  readonly developmentPort: number;
}

/** The options of the command; the rest follows from the name. */
export interface Wishes {
  readonly team?: string | undefined;
  readonly route?: string | undefined;
  readonly port?: string | undefined;
}

/** A remote that can be made: no other remote has its id, page, route or port. */
export interface RemotePlan {
  /** The id, and the folder: 'mfe-gift-cards'. */
  readonly id: string;
  readonly feature: string;
  readonly page: string;
  readonly heading: string;
  readonly team: string;
  readonly route: string;
  readonly port: number;
}

const words = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';

/** First segments of addresses that serve files or data, never a page. */
const reserved = ['api', 'images', 'registry', 'remotes', 'shell', 'static'];

/** The shell's own development port, from which the remotes' are counted. */
const shellPort = 3000;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function readName(name: string): string {
  const [, feature] = new RegExp(`^mfe-(${words})$`).exec(name) ?? [];
  if (feature !== undefined) return feature;
  throw new ReleaseError(
    `"${name}" is no name for a remote: it is "mfe-" and lower-case words joined by "-", the first of which begins with a letter, as in mfe-gift-cards`,
  );
}

function readTeam(team: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} .,&’'-]*$/u.test(team)) return team;
  throw new ReleaseError(`"${team}" is no name for a team: write --team "Gift cards"`);
}

function readRoute(route: string, neighbours: readonly Neighbour[]): string {
  if (!new RegExp(`^(?:/${words})+$`).test(route)) {
    throw new ReleaseError(
      `"${route}" is no route to begin with: write lower-case words, as in --route /gift-cards. Parameters such as :id are added later, in remote.json`,
    );
  }
  const [, first = ''] = route.split('/');
  if (reserved.includes(first)) {
    throw new ReleaseError(
      `${route} can’t be a page: the shop keeps /${first} for files and data. Choose another --route`,
    );
  }
  const owner = neighbours.find(({ routes }) => routes.some(({ path }) => path === route));
  if (!owner) return route;
  throw new ReleaseError(`The route ${route} is ${owner.id}’s already: choose another --route`);
}

function requireFreePage(page: string, neighbours: readonly Neighbour[]): void {
  const owner = neighbours.find(({ routes }) => routes.some((route) => route.page === page));
  if (!owner) return;
  throw new ReleaseError(`The page “${page}” is ${owner.id}’s already: choose another name`);
}

type IsFree = (port: number) => Promise<boolean>;

/** Finds the first port after the shell's that no remote has, and on which no program of this machine listens. */
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
    throw new ReleaseError(`"${wish}" is no port: choose a number from 1024 to 65535`);
  }
  const advice = `choose another, such as --port ${found}`;
  const owner = neighbours.find(({ developmentPort }) => developmentPort === port);
  if (owner || port === shellPort) {
    const name = owner?.id ?? 'the shell';
    throw new ReleaseError(`Port ${port} is ${name}’s in development: ${advice}`);
  }
  if (await isFree(port)) return port;
  throw new ReleaseError(`Port ${port} is in use on this machine: ${advice}`);
}

/**
 * Checks the options against the existing remotes and this machine. Throws a ReleaseError that says
 * which option can’t be used, and why.
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
