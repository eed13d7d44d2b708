import type { Remotes } from '@patchwork/host/browser';
import { nextTask } from '@patchwork/host/next-task';
import type { ConditionsControl, Mock } from '@patchwork/mock-server';

/**
 * What a page needs for its first call of the API. A page whose HTML has its data loads it once the shopper can use the
 * page; for the others, the inline script requests it early. Loads the mock too, so that the bundler gives the mock no
 * second copy of the API's schemas.
 */
export { createApi } from '@patchwork/api';

/** Starts the mock, once per page. Rejects if its chunk can't be loaded; the next call tries again. */
export async function startMock(remotes: () => Remotes): Promise<Mock> {
  const mock = await import(/* webpackChunkName: "mock" */ '@patchwork/mock-server');
  await nextTask();
  return mock.startMock({ remotes });
}

/** Applies the delay, failures and custom responses that devtools have set for a real API. */
export async function startConditions(apiBaseUrl: string): Promise<ConditionsControl> {
  const conditions = await import(
    /* webpackChunkName: "conditions" */ '@patchwork/mock-server/conditions'
  );
  return conditions.startConditions(apiBaseUrl);
}
