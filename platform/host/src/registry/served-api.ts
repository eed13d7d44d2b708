/** What a module in `apis` of a page's registry begins with if a server answers that API, not the mock. */
export const SERVED_API = 'served:';
