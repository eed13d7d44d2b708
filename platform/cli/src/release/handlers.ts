import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as release from '@patchwork/release';
import { develop } from '../dev/develop.ts';
import { createRemote } from '../new/create.ts';
import { type Site, shopTypesFile, writeShopTypes } from '../pieces.ts';
import { npmRegistry } from '../plan/npm-registry.ts';
import { planText } from '../plan/plan-text.ts';
import { fetchOpenApi, isAddress } from '../shop/shop.ts';
import { startsWorkers, workerProblem } from '../shop/workers.ts';
import {
  type CommandLineOptions,
  type Failure,
  type Flags,
  idOf,
  openRelease,
  type Session,
} from './command-line.ts';
import * as texts from './texts.ts';

export interface CommandResult {
  readonly json: object;
  readonly text: string;
  readonly failure?: Failure;
}

export type Result = Promise<CommandResult>;

async function noteOf(folder: string): Promise<string> {
  const { shell } = await release.readRegistry(folder);
  if (shell) return '';
  return '\nNo shell is live here. The remote is checked against one when a shell is published.';
}

/** Returns the workspace or repository that a command works on. Throws a UsageError outside of both. */
function requireSite({ site, from }: CommandLineOptions): Site {
  if (site) return site;
  throw new release.UsageError(
    `${from} is not in the folder of a remote, which has a remote.json: run this there`,
  );
}

export async function newRemote(options: CommandLineOptions, flags: Flags, name: string): Result {
  return { json: { name }, text: await createRemote(options, name, flags) };
}

export async function dev(options: CommandLineOptions, flags: Flags, name?: string): Result {
  const { to, shop, remoteOnly = false, mock = false, backend } = flags;
  const site = requireSite(options);
  const folder = to ?? (shop !== undefined && isAddress(shop) ? undefined : shop);
  const source =
    folder === undefined
      ? (shop ?? options.shop)
      : (await openRelease(options.from, folder)).folder;
  await develop(site, { name, shop: source, remoteOnly, mock, backend });
  return { json: {}, text: '' };
}

export async function types({ options, context, paint }: Session): Result {
  const { root, isShop } = requireSite(options);
  if (isShop) {
    await writeShopTypes(root);
    return { json: { file: shopTypesFile(root) }, text: 'shop.d.ts is written' };
  }
  // Loaded on demand: the TypeScript compiler takes longer to load than everything else here.
  const { pullTypes } = await import('../types/pull-types.ts');
  const pulled = await pullTypes(root, context.store.folder);
  const { missing } = pulled;
  const text = texts.pulledText(pulled, paint);
  return { json: pulled, text, ...(missing.length > 0 && { failure: 'refused' as const }) };
}

export async function publish(session: Session, names: string[]): Result {
  const { context, paint } = session;
  const published = await release.publish(context, await session.readBuilds(names));
  const text = texts.publishedTable(published, paint) + (await noteOf(context.store.folder));
  return { json: { published }, text };
}

/** Warns if builds start workers, which can't work in the shop that they are checked against. */
async function warnOfWorkers(
  { context, copyOf }: Session,
  builds: readonly release.BuiltPiece[],
): Promise<void> {
  if (copyOf === undefined) return;
  const starting = await Promise.all(builds.map(({ folder }) => startsWorkers(folder)));
  const names = builds.filter((_build, index) => starting[index]).map(({ name }) => name);
  const message = names.length > 0 ? await workerProblem(copyOf) : undefined;
  if (message === undefined) return;
  context.warn([{ severity: 'warning', rule: 'loading', message, ours: names.join(', ') }]);
}

async function ask(session: Session, name?: string, version?: string): Promise<release.Checked> {
  const { context, flags } = session;
  const { api } = flags;
  if (api !== undefined)
    return release.checkApiServer(context.store.folder, api, await fetchOpenApi(api));
  if (name !== undefined && version !== undefined)
    return release.checkVersion(context, name, version);
  const builds = await session.readBuilds(name === undefined ? [] : [name]);
  await warnOfWorkers(session, builds);
  return release.check(context, builds);
}

export async function check(session: Session, name?: string, version?: string): Result {
  const checked = await ask(session, name, version);
  const text = texts.checkedText(checked, session.paint);
  if (checked.refusals.length > 0) return { json: checked, text, failure: 'refused' };
  const note = checked.names.includes(release.shellName)
    ? ''
    : await noteOf(session.context.store.folder);
  return { json: checked, text: text + note };
}

/**
 * Creates a preview of the versions and builds in `written`: "mfe-catalog@1.2.0-0123456789" is a published version,
 * "mfe-catalog" the workspace's build.
 */
export async function preview(session: Session, written: readonly string[]): Result {
  const { context, flags } = session;
  const { name = '', days = 14 } = flags;
  for (const each of written) release.requirePreviewable(each);
  const published = written.filter((each) => each.includes('@'));
  const unpublished = written.filter((each) => !each.includes('@'));
  const builds = unpublished.length > 0 ? await session.readBuilds(unpublished) : [];
  const choose = (document: release.RegistryDocument) =>
    Promise.all(
      published.map((each) => {
        const [id = '', version = ''] = each.split('@');
        return release.findRelease(context.store.folder, document, id, version);
      }),
    );
  const made = await release.preview(context, { name, days, now: Date.now() }, choose, builds);
  const described = await release.describePreview(context.store.folder, made);
  return { json: { preview: described }, text: texts.previewText(described) };
}

export async function endPreview(session: Session, name: string): Result {
  const ended = await release.endPreview(session.context, name);
  const described = await release.describePreview(session.context.store.folder, ended);
  return { json: { ended: described }, text: texts.endedPreviewText(described) };
}

export async function promote({ context }: Session, id: string): Result {
  const promoted = await release.promote(context, id);
  return { json: { promoted }, text: texts.moveText(promoted) };
}

export async function rollback({ context }: Session, name: string, version?: string): Result {
  const rolledBack = await release.rollback(context, name, version);
  return { json: { rolledBack }, text: texts.moveText(rolledBack) };
}

export async function withdraw({ context }: Session, id: string): Result {
  const withdrawn = await release.withdraw(context, id);
  return { json: { withdrawn }, text: texts.withdrawalText(withdrawn) };
}

export async function own(session: Session, name: string): Result {
  const { repository } = session.flags;
  const owned = await release.assignRepository(
    session.context,
    idOf(session.options, name),
    repository === undefined ? await session.repositoryOf(name) : [repository.toLowerCase()],
    repository !== undefined,
  );
  const was = owned.before === undefined ? '' : `, was ${owned.before}`;
  return { json: { owned }, text: `${owned.name} belongs to ${owned.owner}${was}` };
}

export async function owners(session: Session, draft?: string): Result {
  const { context, options } = session;
  if (draft === undefined) {
    const owned = await release.readOwnersDraft(context);
    return { json: { owners: owned }, text: JSON.stringify(owned, null, 2) };
  }
  const file = path.resolve(options.from, draft);
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new release.UsageError(`${draft} can’t be read: ${release.messageOf(error)}`);
  });
  const { version, expires, keys } = await release.signOwners(
    context,
    release.parseOwnersDraft(draft, text),
  );
  const names = Object.values(keys).map(({ name, pieces }) => `${name}: ${pieces.join(', ')}`);
  const signed = `owners.json ${version} is signed, and expires at ${expires}`;
  return { json: { version, expires, keys }, text: [signed, ...names].join('\n') };
}

/** Writes a new private key to a new file that only this user can read. Returns the public key. */
export async function key(
  { from }: CommandLineOptions,
  _flags: Flags,
  file: string,
): Promise<CommandResult> {
  const { privateKey, publicKey } = release.createKey();
  await writeFile(path.resolve(from, file), privateKey, { mode: 0o600, flag: 'wx' });
  return {
    json: { file, publicKey },
    text: `${publicKey}\nThe private key is in ${file}: keep it secret`,
  };
}

export async function list(session: Session, name?: string): Result {
  const { context, paint, flags } = session;
  const { uses: shared } = flags;
  if (shared !== undefined) {
    if (name !== undefined) throw new release.UsageError('Give a piece or --uses, not both');
    const uses = await release.listUses(context.store.folder, shared);
    return { json: { name: shared, uses }, text: texts.usesText(shared, uses, paint) };
  }
  if (name === undefined) {
    const listing = await release.list(context.store.folder, session.copyOf !== undefined);
    return { json: listing, text: texts.listText(listing, paint) };
  }
  if (session.copyOf !== undefined) {
    throw new release.UsageError(
      'A shop’s address tells only what is live: leave out the piece, or name the release folder, as in --to ../release',
    );
  }
  const versions = await release.listVersions(context.store.folder, name);
  return { json: { name, versions }, text: texts.versionsTable(versions, paint) };
}

export async function plan({ options, context, paint }: Session, wanted: string): Result {
  const root = options.site?.root;
  const found = await release.planUpgrade(context.store.folder, wanted, {
    workspace: root ?? options.from,
    pieces: options.readPieces(),
    source: npmRegistry(root),
    progress: context.progress,
  });
  const text = planText(found, paint);
  return { json: { plan: found }, text, ...(!found.ready && { failure: 'refused' as const }) };
}

export async function history(session: Session, name?: string): Result {
  const { context, paint, flags } = session;
  const listed = await release.history(context.store.folder, { name, limit: flags.limit });
  return { json: listed, text: texts.historyText(listed, paint) };
}

export async function prune(session: Session): Result {
  const { keep = 5, dryRun = false } = session.flags;
  const pruned = await release.prune(session.context, { keep, dryRun });
  return { json: { dryRun, ...pruned }, text: texts.prunedText(pruned, dryRun) };
}

export async function recover(session: Session): Result {
  const { dryRun = false } = session.flags;
  const recovered = await release.recover(session.context, dryRun);
  const text = texts.recoveryText(recovered, dryRun, session.paint);
  return { json: { dryRun, ...recovered }, text };
}

export async function writePage(session: Session): Result {
  const problems = await release.writePage(session.context);
  const text = [...problems, 'index.html is the page of this registry and this configuration'];
  return { json: { problems }, text: text.join('\n') };
}
