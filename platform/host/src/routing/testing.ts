/** Routers for tests. They don't need a browser's address and are never bundled for visitors. */
export { createMemoryRouter, MemoryRouter, matchRoutes } from 'react-router-dom';
