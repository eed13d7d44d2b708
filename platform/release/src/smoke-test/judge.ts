import type { PublishedRemote } from '@patchwork/host';
import { type Finding, listed } from '../findings.ts';
import { releaseName } from '../gate/live.ts';
import { faultOf } from './filled-fragments.ts';
import type { OpenedPage, PageToOpen } from './pages-to-open.ts';
import type { TrialShop } from './trial-shop.ts';

const MAX_REASONS = 8;

export interface Seen extends OpenedPage {
  readonly page: PageToOpen;
  /** Path with its parameters filled. */
  readonly path: string;
}

interface Silent {
  readonly page: PageToOpen;
  readonly path: string;
}

/** What one tab has opened. */
export interface Toured {
  readonly seen: readonly Seen[];
  /** Page that did not respond, which ended the tour. */
  readonly silent?: Silent;
}

const reasonsOf = (messages: readonly string[]): string =>
  [...new Set(messages)].slice(0, MAX_REASONS).join('; ');

const finding = (
  { newShell }: TrialShop,
  remote: PublishedRemote,
  severity: Finding['severity'],
  message: string,
): Finding => {
  const ours = newShell === undefined ? releaseName(remote) : `shell ${newShell}`;
  const live = newShell === undefined ? {} : { live: releaseName(remote) };
  return { severity, rule: 'loading', message, ours, ...live };
};

/** Returns the finding for a candidate's page; undefined if it renders without errors. */
function judgePage(shop: TrialShop, owner: PublishedRemote, seen: Seen): Finding | undefined {
  const { path, pathname, shown, failure } = seen;
  const place = `${releaseName(owner)}: its page ${path}`;
  const errors = seen.errors.filter(({ isCaught }) => !isCaught);
  const own = errors.filter(({ piece }) => piece === owner.id || piece === 'shell');
  // The browser's messages come first: they are closer to the cause than the shop's own.
  const thrown = errors.filter(({ piece }) => piece === 'unknown');
  const all = reasonsOf([...thrown, ...own].map(({ message }) => message));
  const refuse = (message: string) => finding(shop, owner, 'refusal', `${place} ${message}`);
  if (failure !== undefined)
    return refuse(`shows “${failure}”: ${all || 'no error was reported'}.`);
  if (own.length > 0) return refuse(`renders, but an error was thrown: ${all}.`);
  if (shown === owner.id) return undefined;
  if (pathname === path) return refuse(`shows nothing: ${all || 'no error was reported'}.`);
  return finding(shop, owner, 'warning', `${place} was not checked: it led to ${pathname}.`);
}

/** Returns the warnings of errors that a candidate has thrown on any page and caught itself. */
function warnOfCaught(shop: TrialShop, remote: PublishedRemote, seen: readonly Seen[]): Finding[] {
  return seen.flatMap(({ page, path, errors }) => {
    const caught = errors.filter(
      ({ isCaught, piece }) =>
        isCaught && (piece === remote.id || (piece === 'unknown' && page.owner?.id === remote.id)),
    );
    if (caught.length === 0) return [];
    const reasons = reasonsOf(caught.map(({ message }) => message));
    const message = `${releaseName(remote)}: on ${path} its own error boundary caught an error: ${reasons}. Visitors see what that boundary shows.`;
    return [finding(shop, remote, 'warning', message)];
  });
}

/** Returns the warnings of files that a candidate has started as workers on any page. */
function warnOfWorkers(shop: TrialShop, remote: PublishedRemote, seen: readonly Seen[]): Finding[] {
  const folder = new URL('.', new URL(remote.entry, shop.url)).pathname;
  const started = seen.flatMap(({ path, directWorkers }) =>
    directWorkers
      .filter((file) => file.startsWith(folder))
      .map((file) => [file.slice(folder.length), path] as const),
  );
  return [...new Map(started)].map(([file, path]) => {
    const message = `${releaseName(remote)}: on ${path} it starts the worker ${file} directly. A worker has the policy of its file’s response, which lets it neither fetch nor load scripts: start it by /worker.js, as docs/remote-contents.md says under “Workers with other bundlers”.`;
    return finding(shop, remote, 'warning', message);
  });
}

/**
 * Returns the findings for a page that doesn't respond. If no candidate has the page, a fragment on it may be at fault,
 * so there is a finding for each candidate.
 */
function judgeSilent(shop: TrialShop, { owner }: PageToOpen, path: string): Finding[] {
  const remotes = owner ? [owner] : shop.candidates;
  return remotes.map((remote) => {
    const message = `${releaseName(remote)}: ${owner ? 'its' : 'the'} page ${path} does not respond. Look for code that never returns. The pages after it were not opened.`;
    return finding(shop, remote, 'refusal', message);
  });
}

/** Returns the findings for a candidate's fragments, and for its errors on other remotes' pages. */
function judgeFragments(
  shop: TrialShop,
  remote: PublishedRemote,
  seen: readonly Seen[],
): Finding[] {
  const missing = Object.entries(remote.fragments).filter(
    ([slot]) => !seen.some(({ fragments }) => fragments.includes(`${remote.id} ${slot}`)),
  );
  const isModuleSeen = (module: string) =>
    Object.entries(remote.fragments).some(
      (fragment) =>
        fragment[1].module === module && !missing.some(([slot]) => slot === fragment[0]),
    );
  const elsewhere = seen.filter(({ page }) => page.owner?.id !== remote.id);
  const errors = elsewhere.flatMap((each) =>
    each.errors
      .filter(({ piece, isCaught }) => piece === remote.id && !isCaught)
      .map(({ message }) => message),
  );
  const reasons = reasonsOf(errors);
  const findings = missing.flatMap(([slot, { module }]) => {
    const place = seen.find(({ places }) => places.includes(`${remote.id} ${slot}`));
    const message = `${releaseName(remote)}: its fragment ${module} in the slot “${slot}”`;
    if (place || reasons !== '') {
      const where = place ? ` of ${place.path}` : '';
      const why = reasons || 'no error was reported';
      return [finding(shop, remote, 'refusal', `${message}${where} did not render: ${why}.`)];
    }
    if (isModuleSeen(module)) return [];
    return [
      finding(shop, remote, 'warning', `${message} was not checked: no page showed the slot.`),
    ];
  });
  if (findings.length > 0 || reasons === '') return findings;
  const paths = listed([
    ...new Set(
      elsewhere
        .filter(({ errors }) =>
          errors.some(({ piece, isCaught }) => piece === remote.id && !isCaught),
        )
        .map(({ path }) => path),
    ),
  ]);
  const message = `${releaseName(remote)}: its fragments render on ${paths}, but an error was thrown: ${reasons}.`;
  return [finding(shop, remote, 'refusal', message)];
}

/** Returns the findings for a candidate's fragments in the HTML of pages. */
function judgeFilled(shop: TrialShop, remote: PublishedRemote, seen: readonly Seen[]): Finding[] {
  return seen.flatMap(({ page, path, filled }) =>
    Object.entries(remote.fragments).flatMap(([slot, { module }]) => {
      const found = filled.find(({ name }) => name === `${remote.id} ${slot}`);
      const fault = page.isFilled && found && faultOf(remote, slot, found);
      if (!fault) return [];
      const message = `${releaseName(remote)}: its fragment ${module} in the slot “${slot}” of ${path}, which is in the page’s HTML, ${fault}.`;
      return [finding(shop, remote, 'refusal', message)];
    }),
  );
}

/** Returns the findings for candidates' pages and fragments that a server could not render properly. */
export async function judgeRendering(shop: TrialShop): Promise<Finding[]> {
  const findings = shop.candidates.map(async (remote) =>
    [...(await shop.renderingFaults(remote))].map(([name, fault]) =>
      finding(shop, remote, 'refusal', `${releaseName(remote)}: its ${name} ${fault}.`),
    ),
  );
  return (await Promise.all(findings)).flat();
}

/** Returns the findings for the pages that were to be opened, by what was seen on them. */
export function judge(
  shop: TrialShop,
  pages: readonly PageToOpen[],
  tours: readonly Toured[],
): Finding[] {
  const inOrder = ({ page }: Silent) => pages.indexOf(page);
  const seen = tours.flatMap((tour) => tour.seen).sort((a, b) => inOrder(a) - inOrder(b));
  const judged = seen.flatMap((each) => {
    const { owner } = each.page;
    return (owner && judgePage(shop, owner, each)) ?? [];
  });
  const silent = tours.flatMap((tour) => tour.silent ?? []);
  if (silent.length > 0) {
    return [...judged, ...silent.flatMap(({ page, path }) => judgeSilent(shop, page, path))];
  }
  const unseen = pages.filter((page) => !seen.some((each) => each.page === page));
  const { candidates } = shop;
  return [
    ...judged,
    ...candidates.flatMap((remote) => judgeFragments(shop, remote, seen)),
    ...candidates.flatMap((remote) => judgeFilled(shop, remote, seen)),
    ...candidates.flatMap((remote) => warnOfCaught(shop, remote, seen)),
    ...candidates.flatMap((remote) => warnOfWorkers(shop, remote, seen)),
    ...candidates.flatMap((remote) => {
      const paths = unseen.flatMap(({ owner, path }) => (owner === remote ? [path] : []));
      if (paths.length === 0) return [];
      const message = `${releaseName(remote)}: ${listed(paths)} were not opened: ${shop.login ? `no one could log in on the page “${shop.login.page}” with “${shop.login.button}”` : 'the kit names no “login”'}.`;
      return [finding(shop, remote, 'warning', message)];
    }),
  ];
}
