import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kit } from '@patchwork/build/kit';
import {
  type FragmentPlace,
  type PageRequest,
  type PublishedRemote,
  pathInLanguage,
  pathWithoutLanguage,
  registryInLanguage,
  SOURCE_LANGUAGE,
} from '@patchwork/host';
import { changesOf, locate, locateShell } from '../gate/gate.ts';
import { releaseName } from '../gate/live.ts';
import type { GateQuestion } from '../pointers/context.ts';
import { readConfig } from '../release-folder/config.ts';
import { createTemporaryFolder, linkFile, listFiles, writeNew } from '../release-folder/files.ts';
import { folderOfVersion, shellName } from '../release-folder/layout.ts';
import { declaredHeads, fillPath } from '../release-folder/page/head.ts';
import {
  type PrerenderedPage,
  prerenderedFragments,
  prerenderedPages,
} from '../release-folder/page/page.ts';
import {
  type RegistryDocument,
  registryIn,
  remotesIn,
  writeRegistry,
} from '../release-folder/registry.ts';
import { updateRootFiles } from '../release-folder/root-files.ts';
import { folderStore, type ReleaseStore } from '../release-folder/store.ts';
import { surroundingsOf } from '../serve/documents.ts';
import { serve } from '../serve/serve.ts';
import { listAddresses } from '../serve/sitemap.ts';
import type { FolderOf } from './pages-to-open.ts';
import { fragmentRequests, renderingFaults } from './rendering.ts';

/** What a trial uses of the product's kit. */
export type TrialKit = Pick<Kit, 'login' | 'onMock' | 'readSample' | 'trialScript'> & {
  /** Returns the folder of a remote's source, in whose build source maps are looked for; none by default. */
  readonly folderOf?: FolderOf;
};

export interface TrialShop {
  readonly url: string;
  /** Every remote, each in a single version. */
  readonly remotes: readonly PublishedRemote[];
  /** Remotes whose version is a candidate; all remotes if the shell is new. */
  readonly candidates: readonly PublishedRemote[];
  readonly newShell: string | undefined;
  readonly login: Kit['login'];
  readonly script: Kit['trialScript'];
  /** Fills a path's parameters: with the values of the sitemap list's first entry, or with 1 if there is none. */
  readonly fill: (path: string) => Promise<string>;
  /** Renders a remote's pages and fragments with data, as a server does. Returns phrases about problems, by name. */
  readonly renderingFaults: (remote: PublishedRemote) => Promise<Map<string, string>>;
  readonly folderOf: FolderOf;
  readonly close: () => Promise<void>;
}

/**
 * Returns the runtime configuration of a trial: the shop's, with the mock instead of its API, and with errors reported to
 * a URL whose requests are watched. Overrides, which devtools allow from any port of this machine by default, would hide
 * a request to an API there.
 */
async function trialConfig(release: string, { onMock = (config) => config }: TrialKit) {
  const {
    apiBaseUrl: _api,
    origin: _elsewhere,
    hstsMaxAgeSeconds: _age,
    ...config
  } = Object(await readConfig(release));
  return {
    ...onMock(config),
    ...{ devtools: { overrideOrigins: [] }, reporting: { url: '/reports' } },
  };
}

/** Adds a version's folder, without its declarations and the copies that the trial's browser does not ask for. */
async function linkFolder(from: string, to: string): Promise<void> {
  const files = (await listFiles(from)).filter((file) => !/^types\/|\.gz$/.test(file));
  await Promise.all(files.map((file) => linkFile(path.join(from, file), path.join(to, file))));
}

/** Adds the remotes' versions, except those on other servers, and the shell's version with its files in static/. */
async function addVersions(
  folder: string,
  { after, roots }: GateQuestion,
  remotes: readonly PublishedRemote[],
): Promise<void> {
  for (const remote of remotes) {
    const { folder: from } = await locate(roots, remote);
    const to = folderOfVersion(folder, remote.id, remote.version);
    // A remote on another server has no folder here.
    if (remote.entry.startsWith('/')) await linkFolder(from, to);
  }
  if (!after.shell) return;
  const shell = await locateShell(roots, after.shell.version);
  await linkFolder(shell.folder, folderOfVersion(folder, shellName, shell.version));
  const files = Object.keys(shell.integrity);
  await Promise.all(
    files.map((file) => linkFile(path.join(shell.root, file), path.join(folder, file))),
  );
}

/** Store of a folder that nobody reads after a crash, so that nothing is flushed to the disk. */
const temporaryStore = (folder: string): ReleaseStore => ({
  ...folderStore(folder),
  replace: (file, content) => writeNew(path.join(folder, file), content),
});

/** Chooses each remote's version: the candidate, if any, else stable. Also returns the names of all candidates. */
export function candidatesIn({ before, after }: GateQuestion) {
  const was = new Map(remotesIn(before).map((remote) => [remote.id, remote]));
  const chosen = remotesIn(after).map((remote) => {
    const [candidate] = changesOf(remote, was.get(remote.id));
    return { version: candidate ?? remote.stable, isCandidate: candidate !== undefined };
  });
  const newShell =
    after.shell?.version === before.shell?.version ? undefined : after.shell?.version;
  const names = chosen.flatMap(({ version, isCandidate }) =>
    isCandidate ? [releaseName(version)] : [],
  );
  return { chosen, newShell, names: [...(newShell ? [`shell ${newShell}`] : []), ...names] };
}

/**
 * Serves the shop as it would be after a move, from a separate folder and on this machine only, until it is closed.
 * Remotes have no previous version to fall back to.
 */
export async function openTrialShop(question: GateQuestion, kit: TrialKit): Promise<TrialShop> {
  const { readSample: sample, login, trialScript: script, folderOf = () => undefined } = kit;
  const { after, roots } = question;
  const { chosen, newShell } = candidatesIn(question);
  const remotes = chosen.map(({ version }) => version);
  const document: RegistryDocument = {
    format: 2,
    shell: after.shell && { version: after.shell.version, previous: [] },
    remotes: remotes.map((stable) => ({ id: stable.id, stable, previous: [] })),
    remoteOrigins: after.remoteOrigins,
  };
  const folder = await createTemporaryFolder('patchwork-trial-');
  try {
    await addVersions(folder, question, remotes);
    const config = await trialConfig(roots.at(-1) ?? '', kit);
    await writeFile(path.join(folder, 'config.json'), JSON.stringify(config));
    const store = temporaryStore(folder);
    await writeRegistry(store, document);
    await updateRootFiles(store, document);
    const heads = declaredHeads(folder, registryIn(document));
    /** Returns requests for the pages that each file with rendering code renders, with the names of their slots. */
    async function pagesByRenderer(prerendered: readonly PrerenderedPage[], language: string) {
      const byFile = new Map<string, { request: PageRequest; slots: readonly string[] }[]>();
      for (const { remote, module, renderer } of prerendered) {
        if (!renderer) continue;
        const pages = byFile.get(renderer.file) ?? [];
        byFile.set(renderer.file, pages);
        for (const route of remote.routes.filter((each) => each.module === module)) {
          const address = pathInLanguage(
            await fill(pathWithoutLanguage(route.path, language)),
            language,
          );
          const slots = Object.keys(route.slots ?? {});
          pages.push({ request: { module, path: route.path, address }, slots });
        }
      }
      return byFile;
    }
    async function fill(route: string): Promise<string> {
      const sitemap = heads.find(({ path }) => path === route)?.head?.sitemap;
      const pages = sample && sitemap && listAddresses(sample, route, sitemap);
      const [first] = (await pages?.next())?.value ?? [];
      return first ?? fillPath(route.replaceAll(/:\w+/g, '1'), {});
    }
    /** Returns the faults of a remote's pages and fragments as documents in a language have them. */
    async function faultsIn(id: string, language: string): Promise<Map<string, string>> {
      const registry = registryInLanguage(registryIn(document), language);
      const prerendered = prerenderedPages(folder, registry);
      const own = prerenderedFragments(folder, registry).filter(({ remote }) => remote.id === id);
      const byFile = await pagesByRenderer(prerendered, language);
      const file = [...own, ...prerendered.filter(({ remote }) => remote.id === id)].find(
        ({ renderer }) => renderer,
      )?.renderer?.file;
      // Without data, a server sends the page of the build.
      if (file === undefined || !sample) return new Map();
      const surroundings = surroundingsOf(registry.remotes, config, language);
      const rendering = { surroundings, api: sample };
      const moduleOf = ({ remote, slot }: FragmentPlace) =>
        remote === id ? own.find((each) => each.slot === slot)?.module : undefined;
      // The fragments in its own pages are found while those are rendered.
      const others = [...byFile].filter(([renderer]) => renderer !== file);
      const inPages = others.map(async ([renderer, pages]) => {
        const having = pages.filter(({ slots }) => own.some(({ slot }) => slots.includes(slot)));
        const requests = having.map(({ request }) => request);
        if (requests.length === 0) return [];
        return fragmentRequests(renderer, requests, rendering, moduleOf);
      });
      const ofPages = (byFile.get(file) ?? []).map(({ request }) => request);
      const requests = [...ofPages, ...(await Promise.all(inPages)).flat()];
      return renderingFaults(file, requests, rendering, moduleOf);
    }
    const server = await serve({
      ...{ release: folder, port: 0, sample, report: () => undefined },
      // Those of the pages that the browser opens. Rendering in the others is checked without a server.
      renderedLanguages: [SOURCE_LANGUAGE],
    });
    return {
      url: server.url,
      remotes,
      candidates: chosen.flatMap(({ version, isCandidate }) =>
        isCandidate || newShell !== undefined ? [version] : [],
      ),
      folderOf,
      ...{ newShell, login, script },
      fill,
      async renderingFaults({ id, languages = [] }) {
        const faults = new Map<string, string>();
        for (const language of [SOURCE_LANGUAGE, ...languages]) {
          for (const [name, fault] of await faultsIn(id, language)) faults.set(name, fault);
        }
        return faults;
      },
      async close() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
