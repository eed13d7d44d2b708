const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Whole rupees as a shopper reads them: ₹2,719. */
export const formatRupees = (amount: number): string => rupees.format(amount);

/** Whole rupees in the minor unit that payment providers charge in. */
export const toPaise = (amount: number): number => amount * 100;
