/** Price in a file: whole rupees, or why it isn't. */
type Rupees = { readonly rupees: number } | { readonly currency: string } | 'unreadable';

/** Sign or code of the rupee, before or after a number; '/-' after it means that no paise follow. */
const inRupees = /^(?:₹|rs\.?|inr)?([\d.,]+)(?:\/-|₹|rs\.?|inr)?$/i;

/** Number with a point before the paise: 1499, 1499.00, 1,499.00 and 1,49,900. */
const withPoint = /^(\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.(\d{1,2}|0{4,}))?$/;

/** Number with a comma before the paise: 1499,00 and 1.499,00. */
const withComma = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/;

/** Number with two or more points between thousands. One alone, as in 1.499, may also stand before a fraction. */
const withPoints = /^(\d{1,3}(?:\.\d{3}){2,})$/;

/**
 * Reads a price as people and programs write it: '1499', '₹1,499.00', '1 499,00', '1499.00 INR'. A price with paise is
 * unreadable, as is one that may mean two numbers.
 */
export function readRupees(text: string): Rupees {
  const close = text.replace(/[\s'’]+/g, '');
  const [, number] = inRupees.exec(close) ?? [];
  if (number === undefined) {
    const [currency] = /\p{Sc}|[a-z]{3}/iu.exec(close) ?? [];
    const isNumber = currency !== undefined && /^[\d.,-]+$/.test(close.replace(currency, ''));
    return isNumber ? { currency: currency.toUpperCase() } : 'unreadable';
  }
  const [, whole, paise = ''] =
    withPoint.exec(number) ?? withComma.exec(number) ?? withPoints.exec(number) ?? [];
  if (whole === undefined || /[1-9]/.test(paise)) return 'unreadable';
  return { rupees: Number(whole.replace(/[.,]/g, '')) };
}

/** Refusal of a price in another currency, without its column. */
export const otherCurrency = (currency: string): string =>
  `is in ${currency}: the shop sells in rupees (INR); convert the prices first`;
