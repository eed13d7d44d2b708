import { setLocale } from './locale.ts';
import { replace } from './texts/domain.ts';
import { texts } from './texts/hi/domain.ts';

/** Gives prices, dates and their texts the language Hindi. Call it before the first of them is formatted. */
export function translate(): void {
  setLocale('hi-IN');
  replace(texts);
}
