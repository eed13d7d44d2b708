import { parseEmail } from './email.ts';

/**
 * Returns the key under which an account's email is unique: its one form, in lower case. Letters that merely look or
 * sound alike stay different, because they may be the mailboxes of different people.
 */
export const emailKeyOf = (email: string): string =>
  (parseEmail(email) ?? email.trim()).toLowerCase();

/**
 * Returns the text by which a person is searched for, by name or email. Ignores case, Unicode composition, and kind and
 * number of white space. Two texts that differ only in case have the same key in Turkish and Greek too: 'İpek' and
 * 'ipek', 'ΝΊΚΟΣ' and 'νίκος'. The key of a text begins with the key of any beginning of it that ends between letters.
 */
export function searchKeyOf(text: string): string {
  // First to lower case, because 'ẞ' has an upper case only by way of 'ß'. Then letter by letter, because the last 'Σ'
  // of a word has another lower case.
  const letters = [...text.normalize('NFC').toLowerCase().toUpperCase()];
  const folded = letters.map((letter) => letter.toLowerCase()).join('');
  // 'İ' becomes 'i' with a dot above.
  return folded.normalize('NFC').replaceAll('i\u0307', 'i').replace(/\s+/g, ' ').trim();
}
