import { inLanguage, SOURCE_LANGUAGE } from './language.ts';
import type { Registry } from './registry.ts';

/** Returns a registry with all versions as a document in a language has them. */
export const registryInLanguage = (registry: Registry, language: string): Registry =>
  language === SOURCE_LANGUAGE
    ? registry
    : {
        ...registry,
        remotes: registry.remotes.map(({ stable, canary, previous, ...remote }) => ({
          ...remote,
          stable: inLanguage(stable, language),
          ...(canary && {
            canary: { ...canary, release: inLanguage(canary.release, language) },
          }),
          previous: previous.map((version) => inLanguage(version, language)),
        })),
      };
