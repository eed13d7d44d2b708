import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRegistry, type Registry, type RemotePointers } from '@patchwork/federation';
import { openRelease, release } from '../../shell/e2e/release-folder.ts';
import { alternate, homePage, type Load, load, type Setup, slow } from './browser.ts';
import { type Measure, rowsOf, type Table } from './report.ts';

const REMOTES = 100;
const LOAD_SECONDS = 5;

/** Another remote like this one: same routes elsewhere, and hashes of its own, as they don't compress. */
function copyOf({ stable }: RemotePointers, number: number): RemotePointers {
  const digest = (text: string, encoding: 'hex' | 'base64') =>
    createHash('sha384').update(`${number} ${text}`).digest(encoding);
  const id = `${stable.id}-${number}`;
  const copy: RemotePointers['stable'] = JSON.parse(
    JSON.stringify(stable)
      .replaceAll(/sha384-[\w+/]{64}/g, (hash) => `sha384-${digest(hash, 'base64')}`)
      .replaceAll(/(?<=[-.])[0-9a-f]{10}(?=[/".])/g, (hash) => digest(hash, 'hex').slice(0, 10))
      .replaceAll(`/${stable.id}/`, `/${id}/`),
  );
  const routes = copy.routes.map((route) => ({
    ...route,
    page: `${route.page}-${number}`,
    path: `/more-${number}${route.path}`.replace(/\/$/, ''),
  }));
  return { id, stable: { ...copy, id, routes, fragments: {} }, previous: [] };
}

function withManyRemotes(registry: Registry): Registry {
  const { remotes } = registry;
  const added = Array.from({ length: REMOTES - remotes.length }, (_, index) => {
    const model = remotes[index % remotes.length];
    return model ? [copyOf(model, index)] : [];
  });
  return { ...registry, remotes: [...remotes, ...added.flat()] };
}

async function serveManyRemotes() {
  const shop = await openRelease();
  const file = path.join(shop.folder, 'registry.json');
  const { registry } = parseRegistry(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify(withManyRemotes(registry)));
  return shop;
}

interface Answered {
  readonly perSecond: number;
  /** The server's alone, for one request. */
  readonly processorMicroseconds: number;
}

/** Returns how many answers for `/` came in some seconds. */
async function requestFor(seconds: number, url: string): Promise<number> {
  const load = fork(path.join(import.meta.dirname, 'request-page.ts'), [
    `${url}/`,
    String(seconds),
  ]);
  const [answers] = await once(load, 'message');
  return answers;
}

/** Measures a warm server of a release folder with requests for `/`. */
async function requestPage(release: string): Promise<Answered> {
  const server = fork(path.join(import.meta.dirname, 'counted-server.ts'), [release]);
  const received = async () => (await once(server, 'message'))[0];
  async function processorTime(): Promise<number> {
    server.send('how much');
    const { user, system }: NodeJS.CpuUsage = await received();
    return user + system;
  }
  try {
    const url: string = await received();
    // The first answer is made for all that follow, and code that has run for a while is faster.
    await requestFor(3, url);
    const before = await processorTime();
    const answers = await requestFor(LOAD_SECONDS, url);
    return {
      perSecond: answers / LOAD_SECONDS,
      processorMicroseconds: ((await processorTime()) - before) / answers,
    };
  } finally {
    server.kill();
  }
}

const measures: readonly Measure<Load>[] = [
  { name: 'HTML', unit: 'kB', read: ({ htmlBytes }) => htmlBytes },
  { name: 'usable', unit: 'ms', read: ({ usable }) => usable },
];

const serverMeasures: readonly Measure<Answered>[] = [
  { name: 'requests a second', unit: '', read: ({ perSecond }) => perSecond },
  {
    name: 'processor time of the server for a request, in µs',
    unit: '',
    read: ({ processorMicroseconds }) => processorMicroseconds,
  },
];

/** The shop with 100 remotes in its registry, beside itself with its own. */
export async function measureManyRemotes({ browser, shop }: Setup, runs: number): Promise<Table> {
  const many = await serveManyRemotes();
  const sites = { shop: { ...shop, url: many.url }, reference: shop };
  try {
    const loads = await alternate(sites, runs, (site) =>
      load(browser, site, homePage, { conditions: slow }),
    );
    const answered = await alternate(sites, 3, ({ url }) =>
      requestPage(url === many.url ? many.folder : release),
    );
    return {
      title: `${REMOTES} remotes in the registry`,
      note: 'The cold load of /, and how often the server sends it in a second (ten connections, on the same cores).',
      columns: [`${REMOTES} remotes`, 'as released'],
      rows: [...rowsOf(measures, loads), ...rowsOf(serverMeasures, answered)],
    };
  } finally {
    await many.close();
  }
}
