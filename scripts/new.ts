import { workspaceRemotes } from '@patchwork/build/workspace';
import { ReleaseError } from '@patchwork/release';
import { readArguments } from './lib/arguments.ts';
import { isFree } from './lib/development.ts';
import { planRemote } from './lib/new-remote/plan.ts';
import { settleRemote } from './lib/new-remote/settle.ts';
import { writeRemote } from './lib/new-remote/write.ts';
import { writeShopTypes } from './lib/shop-types.ts';
import { main } from './lib/terminal.ts';
import { root } from './lib/workspace.ts';

const usage =
  'pnpm new remote mfe-gift-cards [--team "Gift cards"] [--route /gift-cards] [--port 3005]';

const options = {
  team: { type: 'string' },
  route: { type: 'string' },
  port: { type: 'string' },
} as const;

await main(async () => {
  const { positionals, values } = readArguments(options, usage, 2);
  const [kind, name] = positionals;
  if (kind !== 'remote' || name === undefined) throw new ReleaseError(usage);
  const neighbours = workspaceRemotes(root).map(({ declaration }) => declaration);
  const plan = await planRemote(name, values, neighbours, isFree);
  await writeRemote(plan, root);
  await writeShopTypes();
  await settleRemote(plan);
});
