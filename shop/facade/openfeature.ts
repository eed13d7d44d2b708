/**
 * A provider for the web client of OpenFeature, for teams that read flags with it. A remote that imports it bundles it,
 * with @openfeature/web-sdk; no other page loads anything of either.
 */
import type { JsonValue, Provider, ResolutionDetails } from '@openfeature/web-sdk';
import type { Atom, createStore } from 'jotai';

interface SettingsSource {
  /** The page's store: `useStore()` of jotai. */
  readonly store: Pick<ReturnType<typeof createStore>, 'get'>;
  /** What `settingsOf` returns. Flags have the names of its settings. */
  readonly setting: (name: never) => Atom<unknown>;
}

/**
 * Creates a provider of one remote's settings: `OpenFeature.setProvider('mfe-catalog', settingsProvider({ store,
 * setting }))`. The evaluation context is ignored, because a visitor's values are known when the page opens.
 */
export function settingsProvider({ store, setting }: SettingsSource): Provider {
  function resolve<Value>(name: string, fallback: Value): ResolutionDetails<Value> {
    const value = store.get(setting(name as never));
    if (typeof value === typeof fallback) return { value: value as Value, reason: 'STATIC' };
    const [errorCode, errorMessage] =
      value === undefined
        ? ([
            'FLAG_NOT_FOUND',
            `the remote reads no setting “${name}”: add it to settingsOf`,
          ] as const)
        : (['TYPE_MISMATCH', `the setting “${name}” has the value ${value}`] as const);
    // The SDK's enumeration would load the SDK; its values are these texts.
    const code = errorCode as NonNullable<ResolutionDetails<Value>['errorCode']>;
    return { value: fallback, reason: 'ERROR', errorCode: code, errorMessage };
  }
  return {
    metadata: { name: 'Patchwork settings' },
    runsOn: 'client',
    resolveBooleanEvaluation: resolve,
    resolveNumberEvaluation: resolve,
    resolveStringEvaluation: resolve,
    resolveObjectEvaluation: <Value extends JsonValue>(name: string, fallback: Value) =>
      resolve(name, fallback),
  };
}
