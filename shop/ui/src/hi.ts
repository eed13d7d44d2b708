import { texts } from './texts/hi/ui.ts';
import { replace } from './texts/ui.ts';

/** Gives the components' own texts the language Hindi. */
export const translate = (): void => replace(texts);
