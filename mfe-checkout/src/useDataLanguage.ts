import { languageAtom } from '@patchwork/shop';
import { useAtomValue } from 'jotai';

/** Language of the API's texts, such as a product's title, for the `lang` of their element; undefined in an English page. */
export const useDataLanguage = (): string | undefined =>
  useAtomValue(languageAtom) === 'en' ? undefined : 'en';
