import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import { type Engine, type InputSource, until } from './drivers.ts';

/** Element by its role and a regular expression for its accessible name. */
export interface Target {
  readonly role: string;
  readonly name?: string;
  readonly within?: Target;
}

const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
  'utf8',
);

const find = `function find({ role, name, within }) {
  const all = within ? find(within) : [document.body];
  const options = name === undefined ? {} : { name: new RegExp(name) };
  return all.flatMap((each) => window.TestingLibraryDom.queryAllByRole(each, role, options));
}`;

const pointSchema = v.nullish(v.object({ x: v.number(), y: v.number() }));

const DELETE = '\uE003';
export const ENTER = '\uE007';
const TAB = '\uE004';

const keyed = (key: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [
    { type: 'keyDown', value: key },
    { type: 'keyUp', value: key },
  ],
});

const clicked = ({ x, y }: { x: number; y: number }): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

export type Page = ReturnType<typeof openPage>;

/** Returns a visitor's steps, which are the same in every engine. Each step waits for its element. */
export function openPage(engine: Engine) {
  /** Calls a function in the page with the matching elements and further values. */
  async function ask(target: Target, declaration: string, ...values: unknown[]): Promise<unknown> {
    const present = 'function () { return Boolean(window.TestingLibraryDom); }';
    if (!(await engine.call(present))) await engine.call(`function () { ${testingLibrary} }`);
    const asked = `function (target, values) {
      ${find}
      return (${declaration})(find(target), ...values);
    }`;
    return engine.call(asked, target, values);
  }

  const shown = ({ role, name = '' }: Target) => `${role} ${name}`;

  async function point(target: Target) {
    const middle = `([element]) => {
      if (!element || element.disabled) return null;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }`;
    return v.parse(pointSchema, await ask(target, middle)) ?? undefined;
  }

  /** Returns the element's centre once it has stopped moving: fonts and styles may still be loading. */
  async function restingPoint(target: Target) {
    let last = '';
    return until(`${shown(target)} can be clicked`, async () => {
      const now = await point(target);
      const isResting = now !== undefined && JSON.stringify(now) === last;
      last = JSON.stringify(now) ?? '';
      return isResting ? now : undefined;
    });
  }

  const press = (key: string) => engine.act([keyed(key)]);

  return {
    open: engine.open,
    press,
    see: (target: Target, count?: number) =>
      until(
        `${shown(target)} is shown${count === undefined ? '' : ` ${count} times`}`,
        async () => {
          const found = await ask(target, '(all) => all.length');
          return (count === undefined ? Number(found) > 0 : found === count) || undefined;
        },
      ),
    async click(target: Target) {
      await engine.act([clicked(await restingPoint(target))]);
    },
    async type(target: Target, text: string) {
      await engine.act([clicked(await restingPoint(target))]);
      await ask(target, '([field]) => field.select()');
      for (const key of [DELETE, ...text]) await press(key);
    },
    async tabTo(target: Target) {
      for (let pressed = 0; pressed < 60; pressed += 1) {
        const focused = '(all) => all.includes(document.activeElement)';
        if (await ask(target, focused)) return;
        await press(TAB);
      }
      throw new Error(`${shown(target)} is not reached by Tab`);
    },
    read: (target: Target, declaration: string) => ask(target, declaration),
    at: (pathname: string) =>
      until(`the address is ${pathname}`, async () => {
        const now = await engine.call('function () { return location.pathname; }');
        return now === pathname || undefined;
      }),
  };
}
