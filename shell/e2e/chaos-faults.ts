import type { BrowserContext, Route } from '@playwright/test';
import { createDraw } from './draw.ts';

const answer = (route: Route, status: number, body: string) =>
  route.fulfill({ status, contentType: 'application/json', body });

const refuse = (route: Route, status: number) =>
  answer(route, status, JSON.stringify({ errors: [`The test answers ${status}.`] }));

async function truncate(route: Route): Promise<void> {
  const response = await route.fetch();
  const text = await response.text();
  await route.fulfill({ response, body: text.slice(0, text.length / 2) });
}

async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionfailed');
}

/** In a hundred calls: how many meet which fault. The others pass, some of them late. */
const faults: readonly (readonly [percent: number, (route: Route) => Promise<void>])[] = [
  // The request is lost; or it arrives and its answer is lost.
  [10, (route) => route.abort('connectionfailed')],
  [8, loseAnswer],
  [6, (route) => refuse(route, 500)],
  [4, truncate],
  [4, (route) => answer(route, 200, '{"cart":[{"_id":7}],"wishlist":7,"orders":{},"checkouts":7}')],
  [2, (route) => refuse(route, 401)],
];

const LONGEST_DELAY_MS = 600;

/** Lets the API's calls of every page fail or come late, overtaking each other, until it is ended. */
export async function startFaults(
  context: BrowserContext,
  seed: number,
): Promise<{ end: () => Promise<void>; count: () => number }> {
  const draw = createDraw(seed, 'faults');
  let count = 0;
  const handle = async (route: Route): Promise<void> => {
    let drawn = draw(100);
    const delay = draw(LONGEST_DELAY_MS);
    await new Promise((resolve) => setTimeout(resolve, delay));
    for (const [percent, fail] of faults) {
      if (drawn < percent) {
        count += 1;
        return fail(route);
      }
      drawn -= percent;
    }
    await route.continue();
  };
  // A page that is left or reloaded takes its calls with it.
  const isApi = /\/api\/(?!auth\/)/;
  await context.route(isApi, (route) => handle(route).catch(() => undefined));
  return { end: () => context.unrouteAll({ behavior: 'wait' }), count: () => count };
}
