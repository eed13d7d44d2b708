import * as v from 'valibot';

const MAX_MESSAGES = 20;

/** One message for each field at fault: 'products/<id>: price is a whole number written as text'. */
export const messagesOf = (
  where: string,
  issues: readonly v.BaseIssue<unknown>[],
): readonly string[] => [
  ...new Set(issues.slice(0, MAX_MESSAGES).map((issue) => `${where}: ${messageOf(issue)}`)),
];

function messageOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  if (field === null) return issue.type.endsWith('object') ? 'is an object' : issue.message;
  if (!issue.type.endsWith('object')) return `${field} ${issue.message}`;
  if (issue.expected === 'never') return `${field} is no field of it`;
  return issue.path?.at(-1)?.origin === 'key' ? `${field} is missing` : `${field} is an object`;
}
