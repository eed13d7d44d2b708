import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { serve } from '@patchwork/release';
import { test as base, expect, type Page } from '@playwright/test';
import { openRelease, type PrivateRelease, release } from './private-release.ts';

export { expect };

interface Fixtures {
  /** A copy of the release, served for this test alone, to be broken at will. */
  openRelease: () => Promise<PrivateRelease>;
  /** Allows console messages that match. Every other warning, error or exception fails the test. */
  expectConsole: (pattern: RegExp) => void;
}

interface WorkerFixtures {
  /** Where the released shop is served. */
  shopUrl: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  shopUrl: [
    async ({}, use) => {
      const server = await serve({ release, port: 0 });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
  openRelease: async ({ context }, use) => {
    const opened: PrivateRelease[] = [];
    await use(async () => {
      const copy = await openRelease();
      opened.push(copy);
      return copy;
    });
    // The page first: what it fetches in idle time must still find its server.
    await context.close();
    await Promise.all(opened.map((copy) => copy.close()));
  },
  expectConsole: [
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const unexpected: string[] = [];
      const report = (text: string) => {
        if (!expected.some((pattern) => pattern.test(text))) unexpected.push(text);
      };
      context.on('console', (message) => {
        if (['warning', 'error'].includes(message.type())) {
          report(`${message.type()}: ${message.text()} (${message.location().url})`);
        }
      });
      context.on('weberror', (thrown) => report(`exception: ${thrown.error()}`));
      await use((pattern) => expected.push(pattern));
      expect(unexpected, 'the console stays silent').toEqual([]);
    },
    { auto: true },
  ],
});

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Each rule that the page as it is now breaks, best practices included, and the elements at fault.
 * A colour on its way to another one has a contrast of its own: what moves is let come to rest, and
 * no message starts to leave in the meantime.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe') as typeof import('axe-core');
    const moves = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
    const countsDown = (animation: Animation) =>
      animation instanceof CSSAnimation && animation.animationName === 'Toastify__trackProgress';
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const countdowns = new Set<Animation>();
    /** A message whose time has just run out starts to leave a moment later. */
    async function rest(): Promise<void> {
      await frame();
      const moving = document.getAnimations().filter(moves);
      for (const countdown of moving.filter(countsDown)) {
        countdown.pause();
        countdowns.add(countdown);
      }
      const others = moving.filter((animation) => !countsDown(animation));
      if (others.length === 0) return;
      await Promise.allSettled(others.map(({ finished }) => finished));
      await rest();
    }
    await rest();
    const results = await axe.run(document);
    for (const countdown of countdowns) countdown.play();
    // Text in the colour of its ground is no violation to axe: it might be meant.
    const unseen = results.incomplete.flatMap((rule) => {
      const nodes = rule.nodes.filter(({ any }) =>
        any.some(({ data }) => data?.messageKey === 'equalRatio'),
      );
      return nodes.length > 0 ? [{ ...rule, nodes }] : [];
    });
    return [...results.violations, ...unseen].map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`,
    );
  });
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
}

/** Ends on the product list. */
export async function logInAsGuest(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL('/productlist');
}

/** The page's cumulative layout shift so far, as the browser counts it. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          resolve(
            shifts.reduce(
              (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value),
              0,
            ),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        // An observer without entries is silent.
        setTimeout(() => resolve(0), 200);
      }),
  );
}
