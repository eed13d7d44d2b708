import { RemoteLoadError, versionAtFault } from '../browser.ts';
import { whenIdle } from '../dom/when-idle.ts';
import type { Occurrence } from '../errors/watch-errors.ts';
import type { ActiveRemote } from '../index.ts';

/** A page load. */
export interface Visit {
  /** Versions whose modules were requested, once for each module. */
  readonly used: ActiveRemote[];
  readonly errors: Occurrence[];
}

/** Leaves out what is repeated. A version that throws at every turn would make the report too long for a server. */
const distinct = <T>(all: readonly T[]): readonly T[] => [
  ...new Map(all.map((each) => [JSON.stringify(each), each])).values(),
];

/** Returns the settings whose values are compared on this page, each with the side that the visitor is on. */
function comparedSettings({ id, values = {} }: ActiveRemote): object[] {
  const inHtml = document.documentElement.dataset.settings?.split(' ') ?? [];
  return Object.entries(values)
    .filter(([, { percent }]) => percent < 100)
    .map(([name, { value, isOn }]) => ({ id, name, value, isOn, isInHtml: inHtml.includes(name) }));
}

/** Milliseconds after which the page's timings are observed. The page's own idle work goes first. */
const VITALS_DELAY_MS = 3000;

/** Sends one report of this page load when the page is first hidden, with the timings that are known by then. */
export function reportVisit(url: string, { used, errors }: Visit): void {
  let readVitals: ((used: readonly ActiveRemote[]) => object) | undefined;
  document.addEventListener('visibilitychange', function onChange() {
    if (!document.hidden) return;
    document.removeEventListener('visibilitychange', onChange);
    const nameOf = ({ id, version }: Pick<ActiveRemote, 'id' | 'version'>) => ({ id, version });
    const faults = errors.flatMap(({ error, remote, cause }) => {
      const failed = error instanceof RemoteLoadError ? error : undefined;
      const fault = remote ?? failed?.remote ?? versionAtFault(String(Object(error).stack), used);
      return fault && !failed?.isNetworkAway
        ? { ...nameOf(fault), cause: failed ? 'load' : cause }
        : [];
    });
    const settings = distinct(used.flatMap(comparedSettings));
    navigator.sendBeacon(
      url,
      JSON.stringify({
        ...{ event: 'visit', used: distinct(used.map(nameOf)), faults: distinct(faults) },
        ...(settings.length > 0 && { settings }),
        ...readVitals?.(used),
      }),
    );
  });
  setTimeout(whenIdle, VITALS_DELAY_MS, async () => {
    const { observeVitals } = await import(/* webpackChunkName: "vitals" */ './vitals.ts');
    readVitals = observeVitals();
  });
}
