import path from 'node:path';
import * as release from '@patchwork/release';
import { develop } from '../dev/develop.ts';
import { createRemote } from '../new/create.ts';
import { type Site, shopTypesFile, writeShopTypes } from '../pieces.ts';
import { fetchOpenApi, isAddress } from '../shop/shop.ts';
import type { CommandLineOptions, Failure, Flags, Session } from './command-line.ts';
import * as texts from './texts.ts';

/** The result of a command, as text and as JSON. */
export interface CommandResult {
  readonly json: object;
  readonly text: string;
  readonly failure?: Failure;
}

type Result = Promise<CommandResult>;

async function noteOf(folder: string): Promise<string> {
  const { shell } = await release.readRegistry(folder);
  if (shell) return '';
  return '\nNo shell is live here: whether it fits one is asked when a shell is published.';
}

/** The folder that a command works on. Throws a UsageError if there is none. */
function requireSite({ site, from }: CommandLineOptions): Site {
  if (site) return site;
  throw new release.UsageError(
    `${from} is in no remote’s folder: there is no remote.json in it or above`,
  );
}

export async function newRemote(options: CommandLineOptions, flags: Flags, name: string): Result {
  return { json: { name }, text: await createRemote(options, name, flags) };
}

export async function dev(options: CommandLineOptions, flags: Flags, name?: string): Result {
  const { to, shop, remoteOnly = false } = flags;
  const site = requireSite(options);
  const folder = to ?? (shop !== undefined && isAddress(shop) ? undefined : shop);
  const source = folder === undefined ? (shop ?? options.shop) : path.resolve(options.from, folder);
  await develop(site, { name, shop: source, remoteOnly });
  return { json: {}, text: '' };
}

export async function types({ options, context, paint }: Session): Result {
  const { root, isShop } = requireSite(options);
  if (isShop) {
    await writeShopTypes(root);
    return { json: { file: shopTypesFile(root) }, text: 'shop.d.ts is written' };
  }
  // Loaded on demand: the compiler takes longer to load than everything else here.
  const { pullTypes } = await import('../types/pull-types.ts');
  const pulled = await pullTypes(root, context.release);
  const { missing } = pulled;
  const text = texts.pulledText(pulled, paint);
  return { json: pulled, text, ...(missing.length > 0 && { failure: 'refused' as const }) };
}

export async function publish(session: Session, names: string[]): Result {
  const { context, paint } = session;
  const published = await release.publish(context, await session.readBuilds(names));
  const text = texts.publishedTable(published, paint) + (await noteOf(context.release));
  return { json: { published }, text };
}

async function ask(session: Session, name?: string, version?: string): Promise<release.Checked> {
  const { context, flags } = session;
  const { api } = flags;
  if (api !== undefined)
    return release.checkApiServer(context.release, api, await fetchOpenApi(api));
  if (name !== undefined && version !== undefined)
    return release.checkVersion(context, name, version);
  return release.check(context, await session.readBuilds(name === undefined ? [] : [name]));
}

export async function check(session: Session, name?: string, version?: string): Result {
  const checked = await ask(session, name, version);
  const text = texts.checkedText(checked, session.paint);
  if (checked.refusals.length > 0) return { json: checked, text, failure: 'refused' };
  const note = checked.names.includes(release.shellName)
    ? ''
    : await noteOf(session.context.release);
  return { json: checked, text: text + note };
}

export async function canary(
  session: Session,
  idOrFolder: string,
  percent: number,
  version?: string,
): Result {
  const { context } = session;
  const id = path.basename(idOrFolder);
  release.requireCanaries(id);
  const isBuild = percent > 0 && version === undefined;
  const moved = await release.canary(context, {
    id,
    percent,
    builds: isBuild ? await session.readBuilds([idOrFolder]) : [],
    choose: (document) => release.findRelease(context.release, document, id, version ?? 'canary'),
  });
  return { json: { canary: moved }, text: texts.canaryMoveText(moved) };
}

/** "mfe-catalog@1.2.0-0123456789" is a published version, "mfe-catalog" the workspace's build. */
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
        return release.findRelease(context.release, document, id, version);
      }),
    );
  const made = await release.preview(context, { name, days, now: Date.now() }, choose, builds);
  const described = await release.describePreview(context.release, made);
  return { json: { preview: described }, text: texts.previewText(described) };
}

export async function endPreview(session: Session, name: string): Result {
  const ended = await release.endPreview(session.context, name);
  const described = await release.describePreview(session.context.release, ended);
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
  const owned = await release.own(
    session.context,
    path.basename(name),
    await session.ownerOf(name),
  );
  const was = owned.before === undefined ? '' : `, was ${owned.before}`;
  return { json: { owned }, text: `${owned.name} belongs to ${owned.owner}${was}` };
}

export async function list(session: Session, name?: string): Result {
  const { context, paint, flags } = session;
  const { uses: shared } = flags;
  if (shared !== undefined) {
    if (name !== undefined) throw new release.UsageError('Give a piece or --uses, not both');
    const uses = await release.listUses(context.release, shared);
    return { json: { name: shared, uses }, text: texts.usesText(shared, uses, paint) };
  }
  if (name === undefined) {
    const listing = await release.list(context.release, session.isCopy);
    return { json: listing, text: texts.listText(listing, paint) };
  }
  if (session.isCopy) {
    throw new release.UsageError(
      'Of a shop at an address only what is live is known: leave out the piece, or name the release folder, as in --to ../release',
    );
  }
  const versions = await release.listVersions(context.release, name);
  return { json: { name, versions }, text: texts.versionsTable(versions, paint) };
}

export async function history(session: Session, name?: string): Result {
  const { context, paint, flags } = session;
  const listed = await release.history(context.release, { name, limit: flags.limit });
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
