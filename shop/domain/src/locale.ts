/** Locale of prices and dates: Indian English, until the texts of another language are loaded. */
export let locale = 'en-IN';

export function setLocale(next: string): void {
  locale = next;
}
