import { expect, test } from './support.ts';
import {
  expectVisitorSees,
  id,
  makeLinkedRepository,
  openHome,
  shopRepositoryState,
} from './team-repository.ts';

// `pnpm test --all` does this with a registry, npm and pnpm, up to a rollback: repositories.spec.ts.
test('a repository outside of the workspace needs the packed packages alone, from its types to a published page', async ({
  browser,
  openRelease,
}) => {
  test.setTimeout(600_000);
  const before = await shopRepositoryState();
  const [home, shop] = await Promise.all([openHome('unchecked'), openRelease()]);
  try {
    const team = await makeLinkedRepository(home, shop.url);
    const types = await team.patchwork('types');
    expect(types).toContain('takes of @patchwork/shop: Link,');
    await team.tool('tsc', '--noEmit', '-p', '.');
    expect(await team.tool('vitest', 'run')).toMatch(/Tests .*2 passed/);
    const checked = await team.patchwork('check', '--build', '--load', '--to', shop.folder);
    expect(checked).toContain(`${id} can be deployed`);
    await team.patchwork('publish', '--no-load', '--to', shop.folder);
    await expectVisitorSees(browser, shop.url, 'Gift notes');
    expect(await shopRepositoryState()).toBe(before);
  } finally {
    await home.remove();
  }
});
