import { isBuilt, overBudget, type Weight, weighBuild } from '@patchwork/release';
import { type Piece, readPieces } from './workspace.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** 'mfe-catalog   home    14.2 kB of 15.0 kB'. */
function line(piece: string, { name, bytes, budget }: Weight): string {
  const limit = budget === undefined ? 'no budget' : `of ${kilobytes(budget)}`;
  return `${piece.padEnd(14)} ${name.padEnd(16)} ${kilobytes(bytes).padStart(9)} ${limit}`;
}

/** Prints the bytes that a visitor downloads of a piece, page by page. Returns whether all are within the budgets. */
async function checkPiece({ name, folder }: Piece): Promise<boolean> {
  if (!(await isBuilt(name, folder))) {
    console.log(`${name.padEnd(14)} not measured: it is not built, or was changed since`);
    return true;
  }
  const weights = await weighBuild({ name, folder });
  for (const weight of weights) console.log(line(name, weight));
  const field =
    name === 'shell' ? 'budget in shell/shell.json' : `the budgets in ${name}/remote.json`;
  const problems = weights.map((weight) => overBudget(weight, field)).filter(Boolean);
  for (const problem of problems) console.error(`${name}, ${problem}`);
  return problems.length === 0;
}

/** Compares the existing builds with the budgets. Returns the exit code. */
export async function checkBudgets(): Promise<number> {
  let code = 0;
  for (const piece of readPieces()) if (!(await checkPiece(piece))) code = 1;
  return code;
}
