const words = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short' });

/** An ISO instant as a shopper reads it, in the shopper's own time zone. */
export const formatTime = (instant: string): string => words.format(new Date(instant));
