import path from 'node:path';
import type { Finding, RemoteVersion, ShellVersion } from '../gate.ts';
import { type Weight, weighRemote, weighShell } from '../weigh.ts';
import { nameOfShell, releaseName } from '../words.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Says why a weight is above its budget; undefined where it is not. `field` is where the budget is. */
export function overBudget({ name, bytes, files, budget }: Weight, field: string) {
  if (budget === undefined || bytes <= budget) return undefined;
  const largest = files.slice(0, 3).map((each) => `${each.file} ${kilobytes(each.bytes)}`);
  return `${name}: a visitor downloads ${kilobytes(bytes)} with brotli, ${kilobytes(bytes - budget)} more than the budget of ${kilobytes(budget)}. The largest: ${largest.join(', ')}. Make it smaller, or raise ${field}.`;
}

const fieldOf = (name: string): string => `budgets.${name} in remote.json`;

const refuse = (file: string, ours: string, problem: string): Finding => ({
  ...{ severity: 'refusal', rule: 'budget', file, ours },
  message: `${ours}, ${problem}`,
});

/** What a visitor to a page or slot downloads of a remote is within the team's budget for it. */
export async function checkBudgets({ release, folder }: RemoteVersion): Promise<Finding[]> {
  const weights = await weighRemote(folder, release);
  const unknown = Object.keys(release.budgets ?? {})
    .filter((name) => weights.every((weight) => weight.name !== name))
    .map((name) => `${fieldOf(name)} names no page and no slot. Correct the name.`);
  const over = weights.flatMap((weight) => overBudget(weight, fieldOf(weight.name)) ?? []);
  return [...unknown, ...over].map((text) => refuse('remote.json', releaseName(release), text));
}

/** What every visitor downloads of a shell is within its budget. */
export async function checkShellBudget(shell: ShellVersion): Promise<Finding[]> {
  const weight = await weighShell(path.join(shell.folder, 'index.html'), shell.root, shell.budget);
  const problem = overBudget(weight, 'budget in shell/shell.json');
  return problem === undefined ? [] : [refuse('shell.json', nameOfShell(shell), problem)];
}
