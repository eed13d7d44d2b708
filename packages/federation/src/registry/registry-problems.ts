import * as v from 'valibot';
import type { RemoteDeclaration } from './declaration.ts';

export const nameOf = (entry: unknown, index: number): string =>
  v.is(v.object({ id: v.string() }), entry) ? entry.id : `remote ${index + 1}`;

export const issueText = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'document'}: ${issue.message}`).join('; ');

/** Whether a remote of a document is not among those that were read. */
export const lacksRemote = (
  entries: readonly unknown[],
  read: readonly { readonly id: string }[],
): boolean => entries.some((entry, index) => read.every(({ id }) => id !== nameOf(entry, index)));

/** What two remotes can't both have: the id, a route, a page's name, a slot. The remote that is listed first has it. */
export function collision(
  remote: RemoteDeclaration,
  others: readonly RemoteDeclaration[],
): string | undefined {
  for (const other of others) {
    if (other.id === remote.id) return 'listed twice';
    const route = remote.routes.find(({ path }) =>
      other.routes.some((taken) => taken.path.toLowerCase() === path.toLowerCase()),
    );
    if (route) return `the route ${route.path} is ${other.id}’s already`;
    const page = remote.routes.find((route) =>
      other.routes.some((taken) => taken.page === route.page),
    )?.page;
    if (page) return `the page ${page} is ${other.id}’s already`;
  }
  return undefined;
}
