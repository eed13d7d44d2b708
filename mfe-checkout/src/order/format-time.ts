const words = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short' });

/** An ISO timestamp as Indian English text, in the shopper's time zone. */
export const formatTime = (instant: string): string => words.format(new Date(instant));
